import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, ZERO_CENTS } from '../../src/core/money.ts';
import {
  countedCents,
  keptByOrder,
  orderCap,
  receiptCap,
  transferId,
  transferOf,
} from '../../src/payouts/ledger.ts';
import type { Transfer } from '../../src/payouts/types.ts';
import { attempt, NOW, payout, receipt, refund } from './samples.ts';

/** Goal: every line of an attempt has one possible id, and the caps count what may have moved, each once. */

const line = (kind: Transfer['kind'], number = 1, providerReceipt: string | null = null): Transfer =>
  transferOf({ ...attempt, id: `${payout.reference}/${number}` }, payout, kind, {
    at: NOW,
    providerReceipt: providerReceipt === null ? null : receipt(providerReceipt),
  });

describe('a ledger line', () => {
  it('has an id that follows from attempt and kind, and a late one from its receipt too', () => {
    expect(transferId('RF-7K3M9QXW/2', 'pending', null)).toBe('RF-7K3M9QXW/2/pending');
    expect(transferId('RF-7K3M9QXW/2', 'posted', receipt('UKU7R2W9KD'))).toBe('RF-7K3M9QXW/2/posted');
    expect(transferId('RF-7K3M9QXW/2', 'late', receipt('UKU7R2W9KD'))).toBe('RF-7K3M9QXW/2/late/UKU7R2W9KD');
    expect(transferId('RF-7K3M9QXW/2', 'late', null)).toBe('RF-7K3M9QXW/2/late/unknown');
  });

  it('resolves the attempt’s pending one when it is posted or voided, and nothing else', () => {
    const pending = line('pending');
    expect(pending).toMatchObject({
      resolves: null,
      amountCents: refund.amountCents,
      receipt: refund.receipt,
    });
    for (const kind of ['posted', 'voided'] as const) expect(line(kind).resolves).toBe(pending.id);
    expect(line('late').resolves).toBeNull();
  });
});

describe('what counts against a cap', () => {
  const amount = refund.amountCents;

  it.each([
    ['nothing', [], 0],
    ['a reservation', [line('pending')], 1],
    ['a posted reservation, once', [line('pending'), line('posted')], 1],
    ['a voided reservation, not at all', [line('pending'), line('voided')], 0],
    ['money that moved after all', [line('pending'), line('voided'), line('late', 1, 'UKU7R2W9KD')], 1],
    ['a second attempt beside a voided one', [line('pending'), line('voided'), line('pending', 2)], 1],
    ['two payments', [line('pending'), line('posted'), line('pending', 2), line('posted', 2)], 2],
    ['the same line from two queries, once', [line('pending'), line('pending')], 1],
  ])('includes %s', (_what, transfers, times) => {
    expect(countedCents(transfers, ZERO_CENTS)).toBe(times * amount);
    expect(countedCents(transfers.toReversed(), cents(5))).toBe(times * amount + 5);
  });

  it('leaves of a receipt what it brought less what counts, never below nothing', () => {
    expect(receiptCap(amount, [], ZERO_CENTS)).toBe(amount);
    expect(receiptCap(amount, [line('pending')], ZERO_CENTS)).toBe(0);
    expect(receiptCap(amount, [], cents(1))).toBe(amount - 1);
    expect(receiptCap(cents(1), [line('posted')], cents(9))).toBe(0);
  });

  it('leaves of an order what came in, less what the order keeps, less what counts', () => {
    const cameIn = cents(amount * 2);
    expect(orderCap(cameIn, amount, [], ZERO_CENTS)).toBe(amount);
    expect(orderCap(cameIn, amount, [line('posted')], ZERO_CENTS)).toBe(0);
    expect(orderCap(cameIn, ZERO_CENTS, [line('posted')], ZERO_CENTS)).toBe(amount);
    expect(orderCap(amount, cameIn, [], ZERO_CENTS)).toBe(0);
  });

  it('never leaves more after a further line or more given back outside', () => {
    const lines = fc.subarray([
      line('pending'),
      line('posted'),
      line('pending', 2),
      line('late', 3, 'UKU7R2W9KD'),
    ]);
    fc.assert(
      fc.property(lines, fc.nat(1_000_000), fc.nat(1_000_000), (transfers, outside, more) => {
        const left = receiptCap(cents(1_000_000), transfers, cents(outside));
        expect(receiptCap(cents(1_000_000), transfers, cents(outside + more))).toBeLessThanOrEqual(left);
        expect(
          receiptCap(cents(1_000_000), [...transfers, line('late', 9)], cents(outside)),
        ).toBeLessThanOrEqual(left);
      }),
    );
  });
});

describe('what an order keeps', () => {
  it.each([
    ['paid', refund.amountCents],
    ['unpaid', 0],
    ['cancelled', 0],
    ['refunded', null],
    ['', null],
  ])('when %j: %s', (status, kept) => {
    expect(keptByOrder({ status, totalCents: refund.amountCents })).toBe(kept);
  });
});
