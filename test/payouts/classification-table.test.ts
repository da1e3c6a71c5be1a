import { describe, expect, it } from 'vitest';
import { gate } from '../../src/payouts/gate.ts';
import { RESULT_CODES } from '../../src/payouts/classify/result-codes.ts';
import { STATUS_WORDS } from '../../src/payouts/classify/status-words.ts';
import { answerOf, formsOf, outcomeOf, RAILS, resultOf, type Outcome } from './classification.ts';
import { b2cRows, confirmedBy, given, questionWith, standing } from './gate-samples.ts';
import { asked } from './samples.ts';

/**
 * Goal: every code and word of daraja.md §2 to §4, on both rails and for every asynchronous question, has one row: what it means for
 * money, what happens next, who is told. Unknown codes and words are unknown. Method: each row is written as the
 * provider would write it, read, judged and settled by the real code.
 */

/** Written down from the documents, apart from the tables below: a code that has no row there fails. */
const DOCUMENTED = {
  /** §2 table, and its prose about the core codes; on either rail. */
  core: [
    ...['0', '1', '11', '15', '17', '18', '20', '21', '22', '24', '25', '26', '29'],
    ...['2001', '2006', '2028', '8006', 'TP40153'],
    ...['100000000', '100000001', '100000002', '100000004', '100000005', '100000007', '100000009'],
    ...['100000010', '100000011', '00.002.1001'],
  ],
  /** §2 table: of a receiver or an amount. */
  b2c: ['2', '3', '4', '8', '2040', 'SFC_IC0003'],
  /** §3. */
  reversal: ['R000001', 'R000002'],
  /** §4. */
  words: [
    'Completed',
    'Cancelled',
    'Declined',
    'Expired',
    'Failed',
    'Rejected',
    'Reversed',
    'Initiated',
  ].concat(['Authorized', 'Pending Authorized']),
  /** §4: the query's own codes. */
  queryCodes: ['2032', 'SFC_IC0003', '25'],
};
/** Of other products (STK, Pull), of the synchronous answer, or of nobody. */
const UNDOCUMENTED = [
  '1032',
  '1037',
  '1019',
  '4999',
  '1000',
  '1001',
  '500.001.1001',
  '9999',
  '-1',
  '0.0',
  'OK',
];

const done = { next: 'done', told: 'customer' } as const;
const unknown = { money: 'unknown', lane: 'open', told: 'nobody' } as const;
const askAtOnce: Outcome = { ...unknown, next: 'ask at once' };
const onSchedule: Outcome = { ...unknown, next: 'ask on schedule' };
const backToPeople: Outcome = {
  money: 'not paid',
  lane: 'open',
  next: 'back to approval',
  told: 'staff and customer',
};
const stopped = (why: 'credential' | 'float') => {
  const lane = `stopped: ${why}` as const;
  return {
    alone: { ...askAtOnce, lane, told: 'staff' },
    asked: { money: 'not paid', lane, next: 'next attempt', told: 'staff' },
  } as const;
};

/** `alone`: when it is all that is known. `asked`: with an agreeing answer to a query made after it. */
interface Row {
  readonly alone: Outcome;
  readonly asked: Outcome;
}

const PAID: Row = {
  alone: { money: 'paid', lane: 'open', ...done },
  // The query that followed says otherwise: for a reversal of the payment alone, for B2C of the payout itself.
  asked: { money: 'paid', lane: 'open', ...done },
};
const BACK: Row = {
  alone: { money: 'already back', lane: 'open', ...done },
  asked: { money: 'already back', lane: 'open', ...done },
};
const NOT_PAID: Row = { alone: askAtOnce, asked: backToPeople };
const SILENT: Row = { alone: askAtOnce, asked: onSchedule };
const CREDENTIAL: Row = stopped('credential');
const FLOAT: Row = stopped('float');

const CORE: readonly (readonly [string, Row])[] = [
  ['0', PAID],
  ['1', FLOAT],
  ['11', NOT_PAID],
  ['15', SILENT],
  ['17', SILENT],
  ['18', CREDENTIAL],
  ['20', CREDENTIAL],
  ['21', CREDENTIAL],
  ['22', CREDENTIAL],
  ['24', NOT_PAID],
  ['25', NOT_PAID],
  ['26', SILENT],
  ['29', NOT_PAID],
  ['2001', CREDENTIAL],
  ['2006', CREDENTIAL],
  ['2028', NOT_PAID],
  ['8006', CREDENTIAL],
  ['TP40153', CREDENTIAL],
  ['100000000', SILENT],
  ['100000001', SILENT],
  ['100000002', SILENT],
  ['100000004', SILENT],
  ['100000005', SILENT],
  ['100000007', SILENT],
  ['100000009', SILENT],
  ['100000010', SILENT],
  ['100000011', SILENT],
  ['00.002.1001', SILENT],
];
/** The result of a payout request. What belongs to the other rail is unknown on this one. */
const RESULTS: Readonly<Record<(typeof RAILS)[number], readonly (readonly [string, Row])[]>> = {
  reversal: [
    ...CORE,
    ['R000001', BACK],
    ['R000002', NOT_PAID],
    ['2', SILENT],
    ['3', SILENT],
    ['4', SILENT],
    ['8', SILENT],
    ['2040', SILENT],
    ['SFC_IC0003', SILENT],
  ],
  b2c: [
    ...CORE,
    ['2', NOT_PAID],
    ['3', NOT_PAID],
    ['4', NOT_PAID],
    ['8', NOT_PAID],
    ['2040', NOT_PAID],
    ['SFC_IC0003', NOT_PAID],
    ['R000001', SILENT],
    ['R000002', SILENT],
  ],
};

/** `alone`, and after a failure result that the query knew: code 25, of which both rails say "not paid". */
const PROOF: Row = { alone: onSchedule, asked: backToPeople };
const NO_PROOF: Row = { alone: onSchedule, asked: onSchedule };
const PAID_AFTER_FAILURE: Row = {
  alone: PAID.alone,
  asked: { ...PAID.alone, told: 'staff and customer' },
};

/** The word in the answer to a status query: about the original payment (reversal), about our own request (B2C). */
const WORDS: Readonly<Record<(typeof RAILS)[number], readonly (readonly [string, Row])[]>> = {
  reversal: [
    ['Completed', PROOF],
    ['Reversed', BACK],
    ['Cancelled', NO_PROOF],
    ['Declined', NO_PROOF],
    ['Expired', NO_PROOF],
    ['Failed', NO_PROOF],
    ['Rejected', NO_PROOF],
    ['Initiated', NO_PROOF],
    ['Authorized', NO_PROOF],
    ['Pending Authorized', NO_PROOF],
  ],
  b2c: [
    ['Completed', PAID_AFTER_FAILURE],
    ['Reversed', NO_PROOF],
    ['Cancelled', PROOF],
    ['Declined', PROOF],
    ['Expired', PROOF],
    ['Failed', PROOF],
    ['Rejected', PROOF],
    ['Initiated', NO_PROOF],
    ['Authorized', NO_PROOF],
    ['Pending Authorized', NO_PROOF],
  ],
};

const QUERY_STOPPED: Row = {
  alone: { ...onSchedule, lane: 'stopped: credential', told: 'staff' },
  asked: { ...onSchedule, lane: 'stopped: credential', told: 'staff' },
};
const CREDENTIAL_CODES = CORE.filter(([, row]) => row === CREDENTIAL).map(([code]) => code);
/** The result code of the query itself: it says nothing about the money, but "no such transaction" about our own id. */
const QUERY_CODES: Readonly<Record<(typeof RAILS)[number], readonly (readonly [string, Row])[]>> = {
  reversal: [
    ['2032', NO_PROOF],
    ['SFC_IC0003', NO_PROOF],
    ...CORE.filter(([code]) => code !== '0').map(
      ([code]) => [code, CREDENTIAL_CODES.includes(code) ? QUERY_STOPPED : NO_PROOF] as const,
    ),
  ],
  b2c: [
    ['2032', PROOF],
    ['SFC_IC0003', NO_PROOF],
    ...CORE.filter(([code]) => code !== '0').map(
      ([code]) => [code, CREDENTIAL_CODES.includes(code) ? QUERY_STOPPED : NO_PROOF] as const,
    ),
  ],
};

const agreeing = { reversal: { word: 'Completed' }, b2c: { word: 'Failed' } } as const;

describe.each(RAILS)('the result of a %s', (rail) => {
  const after = (code: string | number): Outcome => {
    const fact = resultOf(rail, code);
    return outcomeOf(rail, fact, asked(1, fact), answerOf(rail, agreeing[rail]));
  };

  it.each(RESULTS[rail])('with code %s leads to what its row says', (code, row) => {
    for (const form of formsOf(code)) {
      expect(outcomeOf(rail, resultOf(rail, form))).toEqual(row.alone);
      // Where both sides claim the opposite about one B2C, staff are told as well.
      const told = rail === 'b2c' && code === '0' ? 'staff and customer' : row.asked.told;
      expect(after(form)).toEqual({ ...row.asked, told });
    }
  });

  it.each(UNDOCUMENTED)('with code %s is unknown', (code) => {
    for (const form of formsOf(code)) {
      expect(outcomeOf(rail, resultOf(rail, form))).toEqual(SILENT.alone);
      expect(after(form)).toEqual(SILENT.asked);
    }
  });

  it('has a row for every code of the documents, and the program knows no other', () => {
    const rows = RESULTS[rail].map(([code]) => code);
    const documented = [...DOCUMENTED.core, ...DOCUMENTED.b2c, ...DOCUMENTED.reversal];
    expect([...rows].sort()).toEqual([...documented].sort());
    const own = [...DOCUMENTED.core, ...DOCUMENTED[rail]];
    expect(RESULT_CODES[rail].map(({ code }) => code).sort()).toEqual([...own].sort());
  });
});

describe.each(RAILS)('the answer to a status query about a %s', (rail) => {
  const failure = resultOf(rail, '25');
  const both = (told: { code?: string | number; word?: string }): Row => ({
    alone: outcomeOf(rail, asked(1), answerOf(rail, told)),
    asked: outcomeOf(rail, failure, asked(1, failure), answerOf(rail, told)),
  });

  it.each(WORDS[rail])('with the word %s leads to what its row says', (word, row) => {
    for (const written of [word, word.toUpperCase(), ` ${word.toLowerCase().replace(' ', '  ')} `])
      expect(both({ word: written })).toEqual(row);
  });

  it.each(['Complete', 'Settled', 'Pending', 'Success', 'Completed?', 'Imekamilika', 'constructor', '0'])(
    'with the word %s is unknown',
    (word) => {
      expect(both({ word })).toEqual(NO_PROOF);
    },
  );

  it('without a word is unknown', () => {
    expect(both({})).toEqual(NO_PROOF);
  });

  it.each(QUERY_CODES[rail])('with the query’s own code %s leads to what its row says', (code, row) => {
    for (const form of formsOf(code)) {
      expect(both({ code: form })).toEqual(row);
      // No word beside such a code counts, whatever it claims.
      if (code !== '2032') for (const [word] of WORDS[rail]) expect(both({ code: form, word })).toEqual(row);
    }
  });

  it.each(UNDOCUMENTED)('with the query’s own code %s is unknown', (code) => {
    expect(both({ code })).toEqual(NO_PROOF);
    expect(both({ code, word: 'Completed' })).toEqual(NO_PROOF);
  });

  it('has a row for every word and code of the documents, and the program knows no other word', () => {
    const words = WORDS[rail].map(([word]) => word);
    expect([...words].sort()).toEqual([...DOCUMENTED.words].sort());
    expect(Object.keys(STATUS_WORDS[rail]).sort()).toEqual(words.map((word) => word.toLowerCase()).sort());
    const codes = QUERY_CODES[rail].map(([code]) => code);
    const documented = [...DOCUMENTED.queryCodes, ...DOCUMENTED.core.filter((code) => code !== '0')];
    expect(new Set(codes)).toEqual(new Set(documented));
  });
});

describe('the answer about the original payment of a B2C', () => {
  type Said = 'opens' | 'person' | 'asks';
  const said = (changes: Partial<typeof standing>): Said => {
    const verdict = gate({ ...b2cRows, ...confirmedBy(questionWith([{ ...standing, ...changes }])) }, given);
    return verdict.ok ? 'opens' : (verdict.then as Said);
  };
  /** It opens the gate, goes to a person (who is told `payout_refused`), or was none and is asked for again. */
  const WORDS_BEFORE: readonly (readonly [string, Said])[] = [
    ['Completed', 'opens'],
    ['Reversed', 'person'],
    ['Cancelled', 'person'],
    ['Declined', 'person'],
    ['Expired', 'person'],
    ['Failed', 'person'],
    ['Rejected', 'person'],
    ['Initiated', 'person'],
    ['Authorized', 'person'],
    ['Pending Authorized', 'person'],
  ];

  it.each([...WORDS_BEFORE, ['Complete', 'person'] as const])('with the word %s: %s', (status, what) => {
    expect(said({ status })).toBe(what);
    expect(said({ status: status.toUpperCase() })).toBe(what);
  });

  it.each([
    ['2032', 'person'],
    ...[...DOCUMENTED.core.filter((code) => code !== '0'), 'SFC_IC0003', ...UNDOCUMENTED].map(
      (code) => [code, 'asks'] as const,
    ),
  ] as const)('with the query’s own code %s: %s', (code, what) => {
    expect(said({ code, status: null })).toBe(what);
    expect(said({ code })).toBe(what);
  });

  it('has a row for every word of the documents', () => {
    expect(WORDS_BEFORE.map(([word]) => word).sort()).toEqual([...DOCUMENTED.words].sort());
  });
});
