import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCallback } from '../../src/mpesa/callback.ts';
import { judge } from '../../src/payouts/judge.ts';
import type { Fact } from '../../src/payouts/types.ts';
import type { Rail } from '../../src/records/types.ts';
import {
  acknowledged,
  asked,
  attempt,
  b2cAttempt,
  neverConnected,
  neverSent,
  people,
  queueTimeout,
  refused,
  statementRow,
  stored,
  unknownAnswer,
} from './samples.ts';

/**
 * Goal: on both rails, one verdict for a set of facts, in whatever order, how often and in whatever shape they came; a
 * success that fits always wins; nothing without proof is not paid. Method: random sets of callbacks, written in random
 * shapes, read by the real parser, and held against what each of them was made to say.
 */

/** How a body is written. None of it is content. */
interface Shape {
  readonly numbersAsText: boolean;
  readonly cents: boolean;
  readonly upperCase: boolean;
  readonly asText: boolean;
  readonly moreItems: boolean;
  readonly words: string;
  readonly order: number;
}

const anyShape: fc.Arbitrary<Shape> = fc.record({
  numbersAsText: fc.boolean(),
  cents: fc.boolean(),
  upperCase: fc.boolean(),
  asText: fc.boolean(),
  moreItems: fc.boolean(),
  words: fc.constantFrom('', 'The service request is processed.', 'Imekamilika', '{}'),
  order: fc.nat(6),
});
const PLAIN: Shape = {
  numbersAsText: false,
  cents: false,
  upperCase: false,
  asText: false,
  moreItems: false,
  words: '',
  order: 0,
};

/** A callback without its shape. */
interface Told {
  readonly code: string | number;
  readonly ids?: Readonly<Record<string, string>>;
  readonly transactionId?: string;
  readonly shillings?: number;
  readonly items?: Readonly<Record<string, string>>;
  /** The number of the status query that it answers. */
  readonly ask?: number;
  /** What it was made to be: a success of ours that fits, a failure of ours, an answer that goes with a failure. */
  readonly is?: 'success' | 'failure' | 'agrees';
}

function factOf(told: Told, shape: Shape): Fact {
  const turned = <Entry>(list: readonly Entry[]): Entry[] => [
    ...list.slice(shape.order % (list.length + 1)),
    ...list.slice(0, shape.order % (list.length + 1)),
  ];
  const amount = (shillings: number) => {
    if (!shape.numbersAsText) return shillings;
    return shape.cents ? `${shillings}.00` : String(shillings);
  };
  const items = [
    ...(told.shillings === undefined ? [] : [{ Key: 'Amount', Value: amount(told.shillings) }]),
    ...Object.entries(told.items ?? {}).map(([Key, Value]) => ({
      Key,
      Value: shape.upperCase && Key === 'TransactionStatus' ? Value.toUpperCase() : Value,
    })),
    ...(shape.moreItems ? [{ Key: 'TransactionReason' }, { Key: 'ReasonType', Value: 'Pay Bill' }] : []),
  ];
  const fields: readonly (readonly [string, unknown])[] = [
    ['ResultType', shape.numbersAsText ? '0' : 0],
    ['ResultCode', shape.numbersAsText ? String(told.code) : told.code],
    ['ResultDesc', shape.words],
    ['TransactionID', told.transactionId ?? 'UKU0000000'],
    ...Object.entries(told.ids ?? {}),
    ...(items.length === 0 ? [] : [['ResultParameters', { ResultParameter: turned(items) }] as const]),
  ];
  const body = { Result: Object.fromEntries(turned(fields)) };
  const { fact, why } = parseCallback('result', told.ask ?? null, shape.asText ? JSON.stringify(body) : body);
  if (fact === null) throw new Error(`not read: ${why}`);
  return fact;
}

const OUR_IDS = { ConversationID: 'AG_20261130_0001' };
const failures = (...codes: readonly (string | number)[]): readonly Told[] =>
  codes.map((code) => ({ code, ids: OUR_IDS, is: 'failure' }));
const silent = (...codes: readonly (string | number)[]): readonly Told[] =>
  codes.map((code) => ({ code, ids: OUR_IDS }));

const REVERSED = { OriginalTransactionID: 'UKN4X7M2QP', CreditPartyPublicName: '254712000391 - A NAME' };
const reversal: Told = {
  code: 0,
  ids: OUR_IDS,
  transactionId: 'UKU7R2W9KD',
  shillings: 2_350,
  items: REVERSED,
};
const original = (ask: number, status: string, receipt = 'UKN4X7M2QP'): Told => ({
  code: 0,
  ask,
  shillings: 2_350,
  items: { TransactionStatus: status, ReceiptNo: receipt },
});

const RECEIVER = { ReceiverPartyPublicName: '254712000391 - A NAME' };
const b2c: Told = { code: 0, ids: OUR_IDS, transactionId: 'UKU7R2W9KD', shillings: 500, items: RECEIVER };
const own = (ask: number, status: string, credit: string | null = '254712000391 - A NAME'): Told => ({
  code: 0,
  ask,
  shillings: 500,
  items: {
    TransactionStatus: status,
    ReceiptNo: 'UKU7R2W9KD',
    ...(credit === null ? {} : { CreditPartyName: credit }),
  },
});

const TOLD: Readonly<Record<Rail, readonly Told[]>> = {
  reversal: [
    { ...reversal, is: 'success' },
    { ...reversal, shillings: 1 },
    { ...reversal, items: {} },
    ...failures(2028, 1, 'R000002', 'TP40153'),
    ...silent(15, 17, 26, 100000000, '00.002.1001', 9999),
    { ...original(1, 'Completed'), is: 'agrees' },
    { ...original(2, 'Completed'), is: 'agrees' },
    original(2, 'Completed', 'UKN4X7M2QQ'),
    original(2, 'Failed'),
    original(1, 'Pending Authorized'),
    { code: 2032, ask: 1 },
  ],
  b2c: [
    { ...b2c, is: 'success' },
    { ...b2c, shillings: 1 },
    { ...b2c, items: {} },
    { ...b2c, items: { ReceiverPartyPublicName: '254712000392 - A NAME' } },
    ...failures(2040, 1, 'SFC_IC0003', 8006),
    ...silent(15, 17, 26, 100000000, '00.002.1001', 'R000001'),
    { ...own(1, 'Completed'), is: 'success' },
    own(1, 'Completed', null),
    own(2, 'Completed', '600992 - A SHOP'),
    { ...own(1, 'Failed'), is: 'agrees' },
    { ...own(2, 'Rejected'), is: 'agrees' },
    own(2, 'Failed', '254712000392 - A NAME'),
    own(2, 'Authorized'),
    { code: 2032, ask: 2, is: 'agrees' },
  ],
};

/** Facts that are no callbacks, and whether they prove by themselves that nothing was paid, or that it was. */
const PLAIN_FACTS: readonly (readonly [Fact, 'not_paid' | 'paid' | null])[] = [
  [acknowledged, null],
  [unknownAnswer, null],
  [queueTimeout, null],
  [neverConnected, 'not_paid'],
  [neverSent, 'not_paid'],
  [refused, 'not_paid'],
  [{ kind: 'refused', code: '404.001.03', detail: 'Invalid Access Token' }, 'not_paid'],
  [{ kind: 'refused', code: '401.002.01', detail: 'Invalid Access Token' }, 'not_paid'],
  [people('not_paid'), 'not_paid'],
  [people('not_paid', { statedAt: attempt.sendBy }), null],
  [people('paid'), 'paid'],
];

/** Reading is the slow part, and the plain shape is always the same. */
const plainFacts = new Map([...TOLD.reversal, ...TOLD.b2c].map((told) => [told, factOf(told, PLAIN)]));
const factIn = (told: Told, shape: Shape | null): Fact =>
  shape === null ? plainFacts.get(told)! : factOf(told, shape);

/** A set of things told, as one side of the world saw them: each in a shape of its own. */
interface Heard {
  readonly facts: readonly Fact[];
  readonly plain: readonly (typeof PLAIN_FACTS)[number][];
  readonly told: readonly Told[];
  /** Results of ours that the questions 1 and 2 knew. */
  readonly known: readonly (readonly Told[])[];
}

function heardOn(rail: Rail): fc.Arbitrary<readonly [Heard, Heard]> {
  const all = TOLD[rail];
  const sets = fc.tuple(
    fc.subarray([...all]),
    fc.subarray([...PLAIN_FACTS], { maxLength: 3 }),
    fc.subarray(all.filter(({ ask }) => ask === undefined)),
    fc.subarray(all.filter(({ ask }) => ask === undefined)),
    fc.subarray([1, 2]),
    fc.array(anyShape, { minLength: all.length, maxLength: all.length }),
  );
  return sets.map(([told, plain, first, second, asks, shapes]) => {
    const known = [first, second].map((knew) => knew.filter((each) => told.includes(each)));
    const heardAs = (shapeOf: (each: Told) => Shape | null): Heard => {
      const factFor = new Map(told.map((each) => [each, factIn(each, shapeOf(each))]));
      const questions = asks.map((ask) =>
        asked(ask, ...(known[ask - 1] ?? []).map((each) => factFor.get(each)!)),
      );
      const facts = [...factFor.values(), ...questions, ...plain.map(([fact]) => fact)];
      const knew = known.map((each, index) => (asks.includes(index + 1) ? each : []));
      return { facts, plain, told, known: knew };
    };
    return [heardAs(() => null), heardAs((each) => shapes[all.indexOf(each)] ?? null)] as const;
  });
}

describe.each(['reversal', 'b2c'] as const)('any set of facts of a %s', (rail) => {
  const judged = rail === 'reversal' ? attempt : b2cAttempt;
  const verdictOf = (facts: readonly Fact[]) => judge(judged, stored(...facts));

  it('has one verdict for every order, repetition and shape', () => {
    const sets = heardOn(rail).chain(([plain, shaped]) =>
      fc.tuple(
        fc.constant(plain),
        fc.constant(shaped),
        fc.shuffledSubarray([...shaped.facts], { minLength: shaped.facts.length }),
        fc.subarray([...shaped.facts]),
      ),
    );
    fc.assert(
      fc.property(sets, ([plain, shaped, shuffled, repeated]) => {
        const verdict = verdictOf(shaped.facts);
        expect(verdictOf([...shuffled, ...repeated])).toEqual(verdict);
        expect(verdict).toEqual(verdictOf(plain.facts));
      }),
      { numRuns: 200 },
    );
  });

  it('is paid by a success that fits, whatever else there is, and by nothing less', () => {
    fc.assert(
      fc.property(heardOn(rail), ([, { facts, told, plain }]) => {
        const proof = told.some(({ is }) => is === 'success') || plain.some(([, says]) => says === 'paid');
        expect(verdictOf(facts).kind === 'paid').toBe(proof);
      }),
      { numRuns: 200 },
    );
  });

  it('is not paid only by a proof: nothing left, two people, or a failure and an answer asked for after it', () => {
    let seen = 0;
    fc.assert(
      fc.property(heardOn(rail), ([, { facts, told, plain, known }]) => {
        if (verdictOf(facts).kind !== 'not_paid') return;
        seen += 1;
        const failed = told.some(
          (answer) =>
            answer.is === 'agrees' && known[(answer.ask ?? 0) - 1]?.some((result) => result.is === 'failure'),
        );
        expect(failed || plain.some(([, says]) => says === 'not_paid')).toBe(true);
      }),
      { numRuns: 400 },
    );
    expect(seen).toBeGreaterThan(10);
  });

  it('is never called unpaid beside a result or an answer that may mean that it was paid', () => {
    fc.assert(
      fc.property(heardOn(rail), ([, { facts, told, plain }]) => {
        const maybe = told.some(({ code, items, ask }) => {
          if (code !== 0) return false;
          return ask === undefined || (rail === 'b2c' && items?.['TransactionStatus'] === 'Completed');
        });
        const people = plain.some(([fact, says]) => fact.kind === 'people' && says === 'not_paid');
        if (maybe && !people) expect(verdictOf(facts).kind).not.toBe('not_paid');
      }),
      { numRuns: 200 },
    );
  });

  it('gains from a statement row what the rail can learn from one', () => {
    const row = statementRow('UKU9STATEM', judged.refund.amountCents);
    fc.assert(
      fc.property(heardOn(rail), ([, { facts }]) => {
        const before = verdictOf(facts).kind;
        const after = verdictOf([...facts, row]).kind;
        expect(after).toBe(rail === 'b2c' || before === 'paid' ? 'paid' : 'already_back');
      }),
      { numRuns: 150 },
    );
  });
});
