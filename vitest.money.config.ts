import { defineConfig } from 'vitest/config';

/**
 * The tests that mutants of the money's code are run against (`npm run mutate`): rules as claims and the whole journeys.
 * Left out are the races of several processes, whose children are bundled from the sources and would not be mutants.
 */
export default defineConfig({
  test: {
    include: ['test/{payouts,records,cases,mpesa,model,journeys}/**/*.test.ts'],
    exclude: [
      'test/journeys/races-processes.test.ts',
      'test/mpesa/simulator*.test.ts',
      'test/cases/model-outcomes.test.ts',
    ],
    testTimeout: 30_000,
    // Loading the modules again for every file would be most of the time that a mutant takes.
    isolate: false,
  },
});
