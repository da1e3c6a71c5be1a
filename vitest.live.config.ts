import { defineConfig } from 'vitest/config';

/** Tests against a real Ollama: `npm run test:ollama`. Their names end otherwise, so that `npm test` never runs them. */
export default defineConfig({
  test: {
    include: ['test/live/*.live.ts'],
    // One server answers one call at a time: files beside each other would only spend their deadlines in its queue.
    fileParallelism: false,
    // Whoever waits for a slow model wants to see each test as it ends.
    reporters: ['verbose'],
    // A slow model on a busy machine needs up to half a minute a call (ollama.md row 12), and some tests make forty.
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
});
