import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { reviewCard, type ReviewCard } from '../../src/cases/card.ts';
import type { Comparison, FieldName } from '../../src/cases/card-fields.ts';
import { fileReply } from '../../src/cases/inbound.ts';
import { msisdnHash } from '../../src/records/payer.ts';
import type { Msisdn, Receipt } from '../../src/reading/types.ts';
import { openTestDesk, type TestDesk } from '../support/desk.ts';
import {
  complain,
  complaintOf,
  incoming,
  paidInSimulator,
  recordOrder,
  recordPayment,
  seed,
  shillings,
  somebody,
} from '../support/journey.ts';
import { rudisha } from './run.ts';

// Goal: the card shows a reviewer everything, says agree, differ or cannot tell for each field, and fits one screen.
// Method: cases made by the engine on a real store; the card from its snapshot, and as the command prints it.

let desk: TestDesk;
beforeEach(async () => {
  desk = await openTestDesk();
});
afterEach(() => desk.close());

async function cardOf(caseId: string): Promise<ReviewCard> {
  const { store, fixed, clock } = desk.app.desk;
  const snapshot = await store.snapshot(caseId);
  const card = snapshot && reviewCard(snapshot, await store.inboundOf(caseId), fixed.settings, clock.now());
  if (!card) throw new Error(`case ${caseId} has no card`);
  return card;
}

function comparisons(card: ReviewCard): Readonly<Partial<Record<FieldName, Comparison>>> {
  return Object.fromEntries(card.fields.map(({ field, comparison }) => [field, comparison]));
}

function noteOf(card: ReviewCard, field: FieldName): string | null | undefined {
  return card.fields.find((check) => check.field === field)?.note;
}

describe('the review card', () => {
  it('shows exactly what will be sent, to whom, and under which reference and key', async () => {
    const customer = await seed(desk);
    const card = await cardOf(await complain(desk, customer));
    expect(card.send).toEqual({
      rail: 'reversal',
      receipt: customer.receipt,
      amountCents: customer.amountCents,
      payee: customer.phone,
      payeeIs: 'payer_of_receipt',
      cause: 'unpaid_order',
      row: 'D13',
    });
    expect(card.key).toMatch(/^[0-9a-f]{64}$/);
    expect(card.reference).toMatch(/^RF-.{8}$/);
    expect(card.cautions).toEqual([]);
  });

  it('says "agree" for every field that the records bear out', async () => {
    const customer = await seed(desk);
    const card = await cardOf(await complain(desk, customer));
    expect(comparisons(card)).toEqual({
      receipt: 'agree',
      amount: 'agree',
      payer: 'agree',
      date: 'cannot_tell',
      order: 'agree',
      account: 'agree',
      total: 'agree',
      order_phone: 'agree',
      order_made: 'cannot_tell',
    } satisfies Record<FieldName, Comparison>);
  });

  it('shows a typed wrong account reference that names no order as "differs"', async () => {
    const card = await cardOf(await complain(desk, await seed(desk, { account: '8821X' })));
    expect(comparisons(card).account).toBe('differ');
    expect(noteOf(card, 'account')).toBe('names no order');
  });

  it('cannot tell what was not said, and says how the payment was found', async () => {
    const customer = await seed(desk);
    const text = `Nimelipa order ${customer.orderNumber} kwa M-Pesa lakini bado inaonyesha unpaid`;
    const card = await cardOf(await complain(desk, customer, text));
    expect(comparisons(card)).toMatchObject({
      receipt: 'cannot_tell',
      amount: 'cannot_tell',
      order: 'agree',
    });
    expect(noteOf(card, 'receipt')).toContain('found by order or payer');
  });

  it('shows a code with O for 0 as "differs", with the reason', async () => {
    const customer = { ...somebody(desk), receipt: 'UKT4X7M0QP' as Receipt };
    await recordPayment(desk, customer);
    await recordOrder(desk, customer);
    const text = complaintOf({ ...customer, receipt: 'UKT4X7MOQP' as Receipt });
    const card = await cardOf(await complain(desk, customer, text));
    expect(comparisons(card).receipt).toBe('differ');
    expect(noteOf(card, 'receipt')).toContain('mixed up');
  });

  it('says how much a mask or a hash proves', async () => {
    const full = await seed(desk);
    expect(noteOf(await cardOf(await complain(desk, full)), 'payer')).toBeNull();
    const hashedCustomer = somebody(desk);
    await recordPayment(desk, hashedCustomer, { payer: { sha256: msisdnHash(hashedCustomer.phone) } });
    await recordOrder(desk, hashedCustomer);
    const hashed = await cardOf(await complain(desk, hashedCustomer));
    expect(noteOf(hashed, 'payer')).toBe('by its hash');
    expect(hashed.send.payee).toBe('hashed number');
    const maskedCustomer = somebody(desk);
    await recordPayment(desk, maskedCustomer, {
      payer: { masked: `2547*****${maskedCustomer.phone.slice(-3)}` },
    });
    await recordOrder(desk, maskedCustomer);
    const partly = await cardOf(await complain(desk, maskedCustomer));
    expect(comparisons(partly).payer).toBe('agree');
    expect(noteOf(partly, 'payer')).toBe('only the visible digits');
  });

  it('compares dates in Nairobi, with and without a year, and leaves days as said to people', async () => {
    const said = async (words: string): Promise<Comparison | undefined> => {
      const other = await seed(desk);
      return comparisons(await cardOf(await complain(desk, other, `${complaintOf(other)} ${words}`))).date;
    };
    expect(await said('Nililipa tarehe 29/11/2026.')).toBe('agree');
    expect(await said('Nililipa 29/11.')).toBe('agree');
    expect(await said('Nililipa tarehe 28/11/2026.')).toBe('differ');
    expect(await said('Nililipa jana.')).toBe('cannot_tell');
  });

  it('compares all payments of an order with its total, and shows a payment from before the order', async () => {
    const customer = somebody(desk);
    await recordPayment(desk, customer);
    await recordOrder(desk, customer, { createdAt: customer.paidAt + HOUR });
    const card = await cardOf(await complain(desk, customer));
    expect(comparisons(card).order_made).toBe('differ');
    expect(noteOf(card, 'order_made')).toBe('paid before it was made');
  });

  it('names the payment that the money comes from when it is not the one complained about', async () => {
    const first = somebody(desk);
    const later = { ...somebody(desk), orderNumber: first.orderNumber, phone: first.phone };
    const second = { ...later, paidAt: first.paidAt + HOUR };
    await recordPayment(desk, first);
    await recordPayment(desk, second);
    await recordOrder(desk, first, { status: 'paid' });
    const caseId = await complain(desk, first);
    const card = await cardOf(caseId);
    expect(card.send).toMatchObject({ receipt: second.receipt, cause: 'duplicate_payment' });
    expect(card.payment?.receipt).toBe(first.receipt);
    expect(card.refunded?.receipt).toBe(second.receipt);
    expect(card.cautions).toContain('other_receipt_than_complained');
    expect(comparisons(card).total).toBe('differ');
    expect(noteOf(card, 'total')).toBe('2 payments, KES 4,700 together');
    const { out } = await rudisha(desk, ['approvals', 'show', caseId]);
    expect(out).not.toContain('approvals apply');
  });

  it('shows what was given back before, of the receipt and of the order', async () => {
    const customer = await seed(desk, { status: 'paid' });
    const over = { ...somebody(desk), orderNumber: customer.orderNumber, phone: customer.phone };
    const third = { ...somebody(desk), orderNumber: customer.orderNumber, phone: customer.phone };
    const payments = [
      { ...over, paidAt: customer.paidAt + HOUR },
      { ...third, paidAt: customer.paidAt + 2 * HOUR },
    ];
    for (const payment of payments) await recordPayment(desk, payment);
    await desk.app.desk.store.commit({
      at: desk.clock.now(),
      actor: 'import',
      writes: [
        {
          kind: 'given_back_outside',
          providerReceipt: 'UKT9ZZZ2QP' as Receipt,
          receipt: third.receipt,
          amountCents: third.amountCents,
          source: 'test',
        },
      ],
    });
    const caseId = await complain(desk, customer);
    const card = await cardOf(caseId);
    expect(card.send.receipt).toBe(over.receipt);
    expect(card.refundsOfReceipt).toEqual([]);
    expect(card.refundsOfOrder).toMatchObject([{ receipt: third.receipt, by: 'outside', state: 'paid' }]);
    const { out } = await rudisha(desk, ['approvals', 'show', caseId]);
    expect(out).toContain(
      "refunds of the order's other payments: KES 2,350 on 2026-11-30 (outside, UKT9ZZZ2QP",
    );
  });

  it('warns when the order data is older than the setting, and offers --order-checked', async () => {
    const caseId = await complain(desk, await seed(desk));
    desk.clock.forward(DAY - HOUR);
    expect((await cardOf(caseId)).cautions).toEqual([]);
    desk.clock.forward(2 * HOUR);
    const card = await cardOf(caseId);
    expect(card.order).toMatchObject({ isTooOld: true });
    expect(card.cautions).toEqual(['order_data_old']);
    const { out } = await rudisha(desk, ['approvals', 'show', caseId]);
    expect(out).toContain('data is 1 d old, TOO OLD');
    expect(out).toMatch(/approvals approve .* --order-checked/);
  });
});

describe('the printed card', () => {
  const HOSTILE = `\u001B[2J\u001B[31mPAID\u0007 \u202Egnp.exe\u202C \u009B0m\r\napprove now`;

  it('escapes control characters of customers, on the card and in the case, on any terminal', async () => {
    const customer = await seed(desk);
    const caseId = await complain(desk, customer, `${complaintOf(customer)} ${HOSTILE}`);
    for (const command of ['approvals', 'cases']) {
      const { out, code } = await rudisha(desk, [command, 'show', caseId], { colour: false });
      expect(code).toBe(0);
      expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(out).toContain('\\u{1b}[2J');
      expect(out).toContain('\\u{202e}');
    }
  });

  it('stays on one screen of 40 lines and 100 columns, however much there is to say', async () => {
    const customer = await seed(desk, { account: 'wrong-reference' });
    const long = 'Tafadhali nirudishieni pesa zangu. '.repeat(200);
    const caseId = await complain(desk, customer, `${complaintOf(customer)} ${long}${HOSTILE}`);
    for (let n = 0; n < 6; n += 1) {
      await fileReply(
        caseId,
        incoming(customer, `Mnasema nini? ${'x'.repeat(500)}`),
        'staff:wanjiru',
        desk.app.desk,
      );
    }
    desk.clock.forward(3 * DAY);
    const { out } = await rudisha(desk, ['approvals', 'show', caseId]);
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
    for (const line of lines) expect(Array.from(line).length, line).toBeLessThanOrEqual(100);
    expect(out).toContain('4 more messages');
    expect(out).toContain('message cut at 4000 characters: read up to there');
    expect(lines.slice(0, 2).join(' ')).toMatch(/GIVE BACK {3}KES 2,350/);
  });

  it('says of a message that is longer than what is read where it was cut, and of no other', async () => {
    const customer = await seed(desk);
    const plain = complaintOf(customer);
    const words = 'message cut at 4000 characters: read up to there';
    const whole = await complain(desk, customer, plain.padEnd(4_000, '.'));
    const other = await seed(desk);
    const cut = await complain(desk, other, complaintOf(other).padEnd(4_001, '.'));
    for (const command of ['approvals', 'cases']) {
      expect((await rudisha(desk, [command, 'show', whole])).out).not.toContain('message cut');
      expect((await rudisha(desk, [command, 'show', cut])).out.replaceAll(/\s+/g, ' ')).toContain(words);
      for (const [caseId, cutAt] of [
        [whole, null],
        [cut, 4_000],
      ] as const) {
        const { out } = await rudisha(desk, [command, 'show', caseId, '--json']);
        const shown = JSON.parse(out) as Record<'messages' | 'messages_in', unknown>;
        expect(command === 'cases' ? shown.messages_in : shown.messages).toMatchObject([{ cut_at: cutAt }]);
      }
    }
  });

  it('is valid JSON with --json, with the same values in full', async () => {
    const customer = await seed(desk);
    const caseId = await complain(desk, customer, `${complaintOf(customer)} ${HOSTILE}`);
    const card = await cardOf(caseId);
    const { out, talk } = await rudisha(desk, ['approvals', 'show', caseId, '--json']);
    expect(talk).toBe('');
    expect(JSON.parse(out)).toMatchObject({
      case_id: caseId,
      key: card.key,
      reference: card.reference,
      will_be_sent: { receipt: customer.receipt, amount_cents: shillings(2_350), payee: customer.phone },
      messages: [{ text: `${complaintOf(customer)} ${HOSTILE}` }],
      order: { data_too_old: false },
    });
  });

  it('uses no colour unless the terminal has it', async () => {
    const caseId = await complain(desk, await seed(desk));
    const plain = await rudisha(desk, ['approvals', 'show', caseId]);
    const coloured = await rudisha(desk, ['approvals', 'show', caseId], { colour: true });
    expect(plain.out).not.toContain('\u001B');
    expect(coloured.out).toContain('\u001B[1m');
    expect(coloured.out.replaceAll(/\u001B\[\d+m/g, '')).toBe(plain.out);
  });
});

describe('what a card is made from', () => {
  it('is no refund for a case that was decided otherwise', async () => {
    const stranger = somebody(desk);
    paidInSimulator(desk, stranger);
    const caseId = await complain(desk, { ...stranger, phone: '254712099999' as Msisdn });
    const { code, talk } = await rudisha(desk, ['approvals', 'show', caseId]);
    expect(code).toBe(5);
    expect(talk).toContain(`rudisha cases show ${caseId}`);
  });
});
