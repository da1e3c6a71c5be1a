/** What stands below the customer's words in a question, and what may be answered: claims that mutants broke unseen. */
import { describe, expect, test } from 'vitest';
import { cents } from '../../../src/core/money.ts';
import { readMessage } from '../../../src/reading/message.ts';
import { applyAnswer } from '../../../src/reading/question-answer.ts';
import { questionAbout, wordsAsked } from '../../../src/reading/question.ts';
import type { MessageReading, ModelAnswer, OrderNumber, ReplyReading } from '../../../src/reading/types.ts';

const orders = ['88213', '88214'].map((number) => ({
  number: number as OrderNumber,
  written: number,
  fromSms: false,
}));
const amounts = [cents(250_000), cents(300_050)];
const TEXT = 'si ya kwanza';

function message(over: Partial<MessageReading> = {}): MessageReading {
  return { ...readMessage(''), complaint: 'undecided', ...over };
}

const about = (over: Partial<MessageReading>, text = TEXT) => questionAbout(message(over), null, text, {})!;

describe('the names of candidates', () => {
  test('are explained one a line, orders before amounts', () => {
    expect(about({ orders, amounts }).redacted).toBe(
      `${TEXT}\n---\nORDER_1 = order 88213\nORDER_2 = order 88214\nAMOUNT_1 = KES 2,500\nAMOUNT_2 = KES 3,000.50`,
    );
    expect(about({ amounts }).redacted).toBe(`${TEXT}\n---\nAMOUNT_1 = KES 2,500\nAMOUNT_2 = KES 3,000.50`);
    expect(about({ orders }).redacted).toBe(`${TEXT}\n---\nORDER_1 = order 88213\nORDER_2 = order 88214`);
  });

  test('are not there for a single candidate', () => {
    const question = about({ orders: orders.slice(0, 1), amounts: amounts.slice(0, 1) });
    expect(question.choices).toEqual({ complaint: ['yes', 'no'] });
    expect(question.redacted).toBe(TEXT);
  });

  test('are no words of the customer, and a line of dashes of theirs is', () => {
    expect(wordsAsked(about({ orders }))).toBe(TEXT);
    expect(wordsAsked(about({ amounts }))).toBe(TEXT);
    const dashed = `${TEXT}\n---\nORDER_1 = order 7`;
    expect(wordsAsked(about({ amounts }, dashed))).toBe(dashed);
    expect(wordsAsked(about({}, dashed))).toBe(dashed);
    expect(wordsAsked(about({}))).toBe(TEXT);
  });
});

describe('an answer', () => {
  const unclear: ReplyReading = { intent: 'unclear', message: message() };
  const settle = (heard: ReplyReading, text: string, answer: ModelAnswer) =>
    applyAnswer(heard, questionAbout({ ...heard, intent: 'unclear' }, 'confirm', text, {})!, answer, {});

  test('to a reply changes its meaning and keeps what it said', () => {
    const heard = { ...unclear, message: message({ amounts }) };
    expect(settle(heard, 'nimeelewa', { intent: 'no' })).toEqual({
      kind: 'applied',
      heard: { ...heard, intent: 'no', intentByModel: true },
    });
  });

  test('cannot change a meaning that the rules found, and no choice leaves it unclear', () => {
    const found: ReplyReading = { ...unclear, intent: 'no' };
    expect(settle(found, 'ndio', { intent: 'yes' })).toEqual({ kind: 'applied', heard: found });
    expect(settle(found, 'ndio', { intent: 'other' })).toEqual({ kind: 'applied', heard: found });
    expect(settle(unclear, 'ndio', { intent: null })).toEqual({ kind: 'applied', heard: unclear });
  });

  test('of null to what was not asked is no answer and no fault', () => {
    expect(settle(unclear, 'nimeelewa', { intent: 'other', amount: null }).kind).toBe('applied');
    expect(settle(unclear, 'nimeelewa', { intent: 'other', amount: 'AMOUNT_1' })).toEqual({
      kind: 'not_asked',
      choice: 'amount',
    });
  });

  test.each(['ndio sikulipa hiyo', 'ndio haikuwa hiyo', 'ndio si hiyo', 'ndio not that'])(
    'of yes is refused where the words go on to deny: %s',
    (text) => {
      expect(settle(unclear, text, { intent: 'yes' })).toEqual({
        kind: 'contradicts_rules',
        choice: 'intent',
        value: 'yes',
      });
    },
  );

  test.each(['yes', 'no'] as const)(
    'of %s stands beside an undecided complaint and no other',
    (complaint) => {
      const question = about({});
      const heard = message();
      expect(applyAnswer(heard, question, { complaint }, {})).toEqual({
        kind: 'applied',
        heard: { ...heard, byModel: { complaint } },
      });
      const settled = message({ complaint: complaint === 'yes' ? 'no' : 'yes' });
      expect(applyAnswer(settled, question, { complaint }, {})).toEqual({ kind: 'applied', heard: settled });
    },
  );
});
