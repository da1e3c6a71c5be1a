import { describe, expect, it } from 'vitest';
import { factId } from '../../src/payouts/facts.ts';
import type { Fact } from '../../src/payouts/types.ts';
import { attempt, success } from './samples.ts';

/** Goal: the same answer again is the same row, anything else is another one. */

describe('factId', () => {
  it('is the same for the same content, whatever the order of its keys', () => {
    const turned = Object.fromEntries(Object.entries(success).reverse()) as unknown as Fact;
    expect(factId(attempt.id, turned)).toBe(factId(attempt.id, success));
    expect(factId(attempt.id, success)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('differs when any value differs', () => {
    const ids = Object.keys(success).map((name) => factId(attempt.id, { ...success, [name]: 'other' }));
    expect(new Set([factId(attempt.id, success), ...ids]).size).toBe(ids.length + 1);
  });

  it('differs for another attempt', () => {
    expect(factId(`${attempt.id}1`, success)).not.toBe(factId(attempt.id, success));
  });

  it('tells a missing amount from none, and text from a number', () => {
    const without = factId(attempt.id, { ...success, amountCents: null });
    expect(without).not.toBe(factId(attempt.id, { ...success, amountCents: 0 } as unknown as Fact));
    expect(factId(attempt.id, { ...success, code: 0 } as unknown as Fact)).not.toBe(
      factId(attempt.id, success),
    );
  });

  it('takes what was known when asking as a set', () => {
    const one: Fact = { kind: 'asked', ask: 1, askedAfter: ['a', 'b'] };
    expect(factId(attempt.id, { ...one, askedAfter: ['b', 'a', 'a'] })).toBe(factId(attempt.id, one));
    expect(factId(attempt.id, { ...one, askedAfter: ['b'] })).not.toBe(factId(attempt.id, one));
  });
});
