import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../../src/core/money.ts';
import type { Receipt } from '../../src/reading/types.ts';
import { mergeOrder, mergePayment, type SourcedPayment } from '../../src/records/merge.ts';
import { msisdnHash } from '../../src/records/payer.ts';
import type { Payer, Payment } from '../../src/records/types.ts';
import { november } from '../support/decision-lines.ts';
import { JANE, JOHN, order, payment } from '../support/rows.ts';

const KNOWN = payment('UKN4X7M2QP');

describe('a payment told of by another source', () => {
  test('is new when its receipt is not known, and not on hold', () => {
    expect(mergePayment(null, KNOWN)).toEqual({ kind: 'new', payment: KNOWN });
  });

  test('is the same with seconds or without, and in another spelling of its account', () => {
    const told = { ...KNOWN, paidAt: KNOWN.paidAt + 41_000, account: ' 88-213 ' };
    expect(mergePayment(KNOWN, told)).toEqual({ kind: 'same', payment: KNOWN });
  });

  test.each<[string, Partial<Payment>]>([
    ['amount', { amountCents: cents(235_100) }],
    ['time', { paidAt: KNOWN.paidAt + 60_000 }],
    ['payer', { payer: { full: JOHN } }],
    ['payer', { payer: { sha256: msisdnHash(JOHN) } }],
    ['payer', { payer: { masked: '2547*****127' } }],
    ['account', { account: '88231' }],
  ])('that differs in %s is a conflict: the first telling stays, on hold', (field, differing) => {
    expect(mergePayment(KNOWN, { ...KNOWN, ...differing })).toEqual({
      kind: 'conflict',
      payment: { ...KNOWN, onHold: true },
      differs: [field],
    });
  });

  test('masks that show different digits contradict, even when they hide different places', () => {
    const masked = { ...KNOWN, payer: { masked: '2547*****391' } };
    expect(mergePayment(masked, { ...KNOWN, payer: { masked: '25471****392' } }).kind).toBe('conflict');
  });

  test('with a form of the payer that was not known fills it in', () => {
    const masked = { ...KNOWN, payer: { masked: '2547*****391' } };
    const merged = mergePayment(masked, KNOWN);
    expect(merged).toEqual({
      kind: 'filled',
      payment: { ...KNOWN, payer: { full: JANE, masked: '2547*****391' } },
    });
  });

  test('with the account that an earlier source could not tell fills it in, and never empties it', () => {
    expect(mergePayment({ ...KNOWN, account: '' }, KNOWN)).toEqual({ kind: 'filled', payment: KNOWN });
    expect(mergePayment(KNOWN, { ...KNOWN, account: '' })).toEqual({ kind: 'same', payment: KNOWN });
  });

  test('never lifts a hold', () => {
    const held = { ...KNOWN, onHold: true };
    expect(mergePayment(held, KNOWN)).toEqual({ kind: 'same', payment: held });
  });

  test('agreeing sources make the same payment in whatever order they come', () => {
    const forms: Payer[] = [
      { full: JANE },
      { sha256: msisdnHash(JANE) },
      { masked: '2547*****391' },
      { masked: '25471****391' },
      {},
    ];
    const source = fc.record({
      payer: fc.constantFrom(...forms),
      account: fc.constantFrom('88213', ''),
      paidAt: fc.constant(KNOWN.paidAt),
    });
    const mergeAll = (sources: readonly Partial<SourcedPayment>[]): Payment | null =>
      sources.reduce<Payment | null>(
        (known, told) => mergePayment(known, { ...KNOWN, ...told }).payment,
        null,
      );
    fc.assert(
      fc.property(fc.array(source, { minLength: 1, maxLength: 5 }), (sources) => {
        expect(mergeAll(sources)).toEqual(mergeAll(sources.toReversed()));
        expect(mergeAll(sources)!.onHold).toBe(false);
      }),
    );
  });

  test('a source that contradicts any other puts the receipt on hold, wherever it stands among them', () => {
    const sources = [
      { payer: { masked: '2547*****391' } },
      { payer: { full: JANE } },
      { payer: { full: JOHN } },
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(sources, { minLength: 3 }), (shuffled) => {
        const merged = shuffled.reduce<Payment | null>(
          (known, told) => mergePayment(known, { ...KNOWN, ...told }).payment,
          null,
        );
        expect(merged!.onHold).toBe(true);
      }),
    );
  });
});

describe('an order told of by another import', () => {
  const PAID = order('88213', { status: 'paid', paidBy: ['UKN4X7M2QP' as Receipt] });

  test('is new when its number is not known', () => {
    expect(mergeOrder(null, PAID)).toEqual({ kind: 'new', order: PAID });
  });

  test('that says the same is only newer', () => {
    const later = { ...PAID, seenAt: PAID.seenAt + 5 };
    expect(mergeOrder(PAID, later)).toEqual({ kind: 'same', order: later });
  });

  test.each(['unpaid', 'cancelled'])('is never turned from paid to %s', (status) => {
    expect(mergeOrder(PAID, { ...PAID, status })).toEqual({
      kind: 'conflict',
      order: PAID,
      differs: ['status'],
    });
  });

  test('of a paid one with another total is a conflict, and the known total stays', () => {
    const told = { ...PAID, totalCents: cents(100_00) };
    expect(mergeOrder(PAID, told)).toEqual({ kind: 'conflict', order: PAID, differs: ['total'] });
  });

  test('of an unpaid one with another total or status is taken over', () => {
    const unpaid = order('88213');
    const told = { ...unpaid, totalCents: cents(100_00), status: 'paid' };
    expect(mergeOrder(unpaid, told)).toEqual({ kind: 'changed', order: told });
  });

  test('adds receipts to paid_by and forgets none', () => {
    const told = { ...PAID, paidBy: ['UKP6B1R8WX' as Receipt] };
    expect(mergeOrder(PAID, told).order.paidBy).toEqual(['UKN4X7M2QP', 'UKP6B1R8WX']);
  });

  test('cannot change when the order was made, nor forget its phone', () => {
    const known = order('88213', { createdAt: november(20) });
    const told = { ...known, createdAt: november(1), phone: null };
    expect(mergeOrder(known, told)).toEqual({ kind: 'same', order: known });
  });
});
