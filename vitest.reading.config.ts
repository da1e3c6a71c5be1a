import { defineConfig } from 'vitest/config';

/**
 * The tests that mutants of src/reading are run against (`npm run mutate:reading`): quick and about meaning. Left out
 * are the hundred thousand generated cases, which would take half a minute a mutant, and the texts of 100 KB, whose
 * time is what they test.
 */
export default defineConfig({
  test: {
    include: ['test/reading/**/*.test.ts'],
    exclude: [
      'test/reading/amounts-robust.test.ts',
      'test/reading/speed.test.ts',
      'test/reading/properties/generated-*.test.ts',
    ],
    testTimeout: 30_000,
    // Loading the modules again for every file would be most of the time that a mutant takes.
    isolate: false,
  },
});
