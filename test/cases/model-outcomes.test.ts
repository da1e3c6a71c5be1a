import { describe, expect, test } from 'vitest';
import { listen } from '../../src/cases/listen.ts';
import type { Case } from '../../src/cases/types.ts';
import { applyAnswer } from '../../src/reading/question-answer.ts';
import { readMessage } from '../../src/reading/message.ts';
import { redact } from '../../src/reading/redact.ts';
import { readReply } from '../../src/reading/reply.ts';
import { firstSaid, hearReply } from '../../src/reading/said.ts';
import type { ModelAnswer, ModelChoices, ModelQuestion, Said } from '../../src/reading/types.ts';
import { decide } from '../../src/cases/decide.ts';
import { afterSilence, FRESH, hearIn, type Place, type World } from '../support/desk-steps.ts';
import { order, payment, refund } from '../support/rows.ts';
import { NOW, open, short } from '../support/situations.ts';
import { CODES, ORDERS, statedTwice, yesAndNo } from '../support/stated-twice.ts';

// Goal: whatever a model answers, a case comes out as the rules alone have it, or it is a question, or a person's.
// Method: texts made here, heard by the desk's own steps, every answer that the schema allows in turn.

const [A, B] = CODES;
const first = payment(A);
const second = payment(B, { account: ORDERS[1], shillings: 3000 });
const [one, other] = [order(ORDERS[0]), order(ORDERS[1], { shillings: 3000 })];

function world(name: string, records: Partial<World['records']>, openCases: World['openCases'] = []): World {
  return { name, records: { payments: [], orders: [], givenBack: [], ...records }, openCases };
}

const WORLDS: readonly World[] = [
  world('two payments of two unpaid orders', { payments: [first, second], orders: [one, other] }),
  world('one of the two is on record', { payments: [first], orders: [one] }),
  world('the first was refunded', {
    payments: [first, second],
    orders: [one, other],
    givenBack: [refund(A, 2350)],
  }),
  world('two payments of one paid order', {
    payments: [first, payment(B, { paidAt: first.paidAt + 60_000 })],
    orders: [order(ORDERS[0], { status: 'paid', paidBy: [first.receipt] })],
  }),
  world('nothing due', {
    payments: [first, second],
    orders: [order(ORDERS[0], { status: 'paid', paidBy: [first.receipt] }), other],
  }),
  world('claimed before', { payments: [first, second], orders: [one, other] }, [open('C-A')]),
];

/** What a case came to, in a word or two. `before`: where it stood. */
function outcomeOf({ kase, payout, escalated }: Place, before: Case): string {
  if (escalated) return 'person';
  if (kase.status === 'closed') return `close ${kase.outcome ?? ''}`;
  if (kase.status === 'waiting_for_customer') return 'ask';
  if (kase.status === 'extracted') return `wait ${kase.receipt ?? ''}`;
  const { receipt, amountCents, payee } = payout?.refund ?? {};
  const refunded = `refund ${receipt ?? ''} ${amountCents ?? ''} ${payee ?? ''}`;
  if (before.payoutKey !== kase.payoutKey) return refunded;
  // The same refund, and whether whoever approved it must look again.
  return before.revision === kase.revision ? `${kase.status} stands` : 'looked at again';
}

/** What a model may make of a case, whatever the rules make of it. */
const HARMLESS: ReadonlySet<string> = new Set(['ask', 'person', 'looked at again']);

/** Every answer to a question, one after the other. */
function* answersTo(choices: ModelChoices): Generator<ModelAnswer> {
  const lists = Object.entries(choices) as [string, readonly string[]][];
  const all = lists.reduce((product, [, values]) => product * (values.length + 1), 1);
  for (let nth = 0; nth < all; nth += 1) {
    let at = nth;
    yield Object.fromEntries(
      lists.map(([name, values]) => {
        const picked = [...values, null][at % (values.length + 1)] ?? null;
        at = Math.floor(at / (values.length + 1));
        return [name, picked];
      }),
    );
  }
}

interface Tried {
  cases: number;
  asked: number;
}

/** Hears a text with every possible answer, and compares with what the rules alone make of it. */
function tryAll(place: Place, text: string, worlds: readonly World[], tried: Tried): void {
  const { question } = listen(place.kase, text);
  if (question === null) return;
  for (const of of worlds) {
    tried.asked += 1;
    const rules = hearIn(place, text, of, null);
    const expected = outcomeOf(rules, place.kase);
    const inSilence = outcomeOf(afterSilence(rules, of, 15), place.kase);
    for (const answer of answersTo(question.choices)) {
      tried.cases += 1;
      const heard = hearIn(place, text, of, () => answer);
      const outcome = outcomeOf(heard, place.kase);
      const told = `${of.name}: "${text}" ${JSON.stringify(answer)}`;
      if (outcome !== expected && !HARMLESS.has(outcome)) {
        expect.unreachable(`${told}: ${expected} became ${outcome}`);
      }
      // Nor does silence close what only a model's word left waiting.
      const later = outcomeOf(afterSilence(heard, of, 15), place.kase);
      if (later.startsWith('close') && inSilence !== later) {
        expect.unreachable(`${told}: silence made ${inSilence} a ${later}`);
      }
    }
  }
}

const PLAIN = `Nimelipa order ${ORDERS[0]} kwa M-Pesa lakini bado inaonyesha unpaid. Code ni ${A}, Ksh 2,350.`;

/** A case in each status in which words are heard. */
function places(of: World): readonly Place[] {
  const asked = hearIn(FRESH, 'Nililipa lakini oda haijaonekana', of, null);
  const shown = hearIn(FRESH, PLAIN, of, null);
  const twice = hearIn(asked, 'sina', of, null);
  const all = [asked, twice, shown, { ...shown, kase: { ...shown.kase, status: 'approved' as const } }];
  return all.filter(
    ({ kase, escalated, payout }) =>
      !escalated && (kase.status === 'waiting_for_customer' || (kase.status !== 'closed' && payout !== null)),
  );
}

describe('whatever a model answers about any text', () => {
  test('a first message comes out as by rules alone, or is a question or a person', () => {
    const tried = { cases: 0, asked: 0 };
    [...statedTwice(), ...yesAndNo()].forEach((text, at) => {
      // Each text in one of the worlds, in another than the next one.
      tryAll(FRESH, text, [WORLDS[at % WORLDS.length]!], tried);
    });
    expect(tried.asked).toBeGreaterThan(500);
    expect(tried.cases).toBeGreaterThan(2_000);
  });

  test('so does a reply, in every status in which one is heard', () => {
    const tried = { cases: 0, asked: 0 };
    for (const of of WORLDS.slice(0, 2)) {
      for (const place of places(of)) {
        for (const text of yesAndNo()) tryAll(place, text, [of], tried);
        for (const text of statedTwice().filter((_, at) => at % 13 === 0)) tryAll(place, text, [of], tried);
      }
    }
    expect(tried.asked).toBeGreaterThan(100);
    expect(tried.cases).toBeGreaterThan(1_000);
  });

  test('no choice among values changes them, and no word becomes a yes, a closing or a detail, also where none is offered by the desk', () => {
    let cases = 0;
    const before = firstSaid(readMessage(PLAIN));
    for (const text of [...statedTwice().filter((_, at) => at % 5 === 0), ...yesAndNo()]) {
      const { redacted, secrets } = redact(text, {});
      const message = readMessage(text);
      const reply = readReply(text, 'mpesa_code');
      for (const heard of [message, { ...reply, intent: 'unclear' as const }]) {
        const reading = 'intent' in heard ? heard.message : heard;
        const question = everything('intent' in heard, reading, redacted, secrets);
        for (const answer of answersTo(question.choices)) {
          cases += 1;
          const applied = applyAnswer(heard, question, answer, secrets);
          if (applied.kind !== 'applied') continue;
          const now = applied.heard;
          if ('intent' in now) expect(['yes', 'withdraws', 'gives_detail']).not.toContain(now.intent);
          const saidBy = (one: typeof heard): Said =>
            'intent' in one ? hearReply(before, one, 'mpesa_code') : firstSaid(one);
          expect(decided(saidBy(now)), `${text} ${JSON.stringify(answer)}`).toSatisfy(
            (route: string) => / ask | person /.test(route) || route === decided(saidBy(heard)),
          );
        }
      }
    }
    expect(cases).toBeGreaterThan(5_000);
  });
});

/** The widest question: whatever is there to choose from is offered, whatever the words. */
function everything(
  reply: boolean,
  reading: ReturnType<typeof readMessage>,
  redacted: string,
  secrets: Readonly<Record<string, string>>,
): ModelQuestion {
  const codes = Object.keys(secrets).filter((name) =>
    reading.receipts.some((code) => code === secrets[name]),
  );
  return {
    purpose: reply ? 'reply' : 'message',
    redacted,
    asked: null,
    choices: {
      ...(reply
        ? { intent: ['wants_person', 'withdraws', 'gives_detail', 'no', 'not_yet', 'yes', 'other'] as const }
        : { complaint: ['yes', 'no'] as const }),
      ...(codes.length > 0 ? { mpesa_code: codes } : {}),
      ...(reading.orders.length > 0
        ? { order_number: reading.orders.map((_, at) => `ORDER_${at + 1}`) }
        : {}),
      ...(reading.amounts.length > 0 ? { amount: reading.amounts.map((_, at) => `AMOUNT_${at + 1}`) } : {}),
    },
  };
}

function decided(said: Said): string {
  const [{ records }] = WORLDS as [World];
  const openedAt = NOW;
  return short(
    decide({
      now: NOW,
      caseId: 'C-M',
      openedAt,
      sender: first.payer.full ?? null,
      said,
      staffFact: null,
      timesAsked: {},
      records,
      openCases: [],
    }),
  );
}
