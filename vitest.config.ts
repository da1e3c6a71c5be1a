import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Journeys start HTTP servers and open real files: a hang must fail, a busy machine must not.
    testTimeout: 30_000,
  },
});
