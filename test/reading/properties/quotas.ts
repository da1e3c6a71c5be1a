import { expect } from 'vitest';

/**
 * How many generated cases each file of this folder must run at the least: one case is one text that was read or
 * redacted and judged. Together they keep the promise of a hundred thousand a run.
 */
export const QUOTAS = { amounts: 80_000, redaction: 16_000, readings: 8_000 } as const;

/** Counts what really ran: a property that skips its cases, or whose `numRuns` is lowered, is noticed. */
export class CaseCount {
  private cases = 0;

  ran(cases = 1): void {
    this.cases += cases;
  }

  expectAtLeast(quota: number): void {
    expect(this.cases).toBeGreaterThanOrEqual(quota);
  }
}
