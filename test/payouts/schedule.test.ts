import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { ASK_AFTER, nextAsk, nextAttemptAt, RETRY_PAUSES } from '../../src/payouts/schedule.ts';
import { NOW } from './samples.ts';

describe('nextAsk', () => {
  it('asks at 1, 5 and 30 minutes, 2 hours and 24 hours, and then no more', () => {
    const asks: number[] = [];
    for (let at: number | null = NOW; at !== null; at = nextAsk(ASK_AFTER, { from: NOW, after: at }))
      asks.push(at - NOW);
    expect(asks).toEqual([0, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 24 * HOUR]);
  });

  it('uses up no moment for an ask out of turn', () => {
    expect(nextAsk(ASK_AFTER, { from: NOW, after: NOW + 10_000 })).toBe(NOW + MINUTE);
  });

  it('asks once after a long sleep, not once for every moment missed', () => {
    expect(nextAsk(ASK_AFTER, { from: NOW, after: NOW + 3 * HOUR })).toBe(NOW + 24 * HOUR);
  });

  it('takes a schedule in any order, or none', () => {
    expect(nextAsk([5 * MINUTE, MINUTE], { from: NOW, after: NOW })).toBe(NOW + MINUTE);
    expect(nextAsk([], { from: NOW, after: NOW })).toBeNull();
  });
});

describe('nextAttemptAt', () => {
  it('pauses 1, 5 and 30 minutes, and 30 again for every further attempt that a setting allows', () => {
    const pauses = [1, 2, 3, 4].map((made) => nextAttemptAt(RETRY_PAUSES, NOW, made) - NOW);
    expect(pauses).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, 30 * MINUTE]);
  });
});
