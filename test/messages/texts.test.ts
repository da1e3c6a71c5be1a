import { describe, expect, it } from 'vitest';
import type { CustomerText } from '../../src/cases/context.ts';
import { cents } from '../../src/core/money.ts';
import { CUSTOMER_TEXTS } from '../../src/messages/customer-texts.ts';
import { texts } from '../../src/messages/texts.ts';
import { languageOf } from '../../src/reading/language.ts';
import { wordLine } from '../../src/reading/message-words.ts';
import type { Receipt } from '../../src/reading/types.ts';

// Goal: every word to a customer is there in both languages and promises nothing. Method: all texts, all values.

const NAMES = Object.keys(CUSTOMER_TEXTS) as CustomerText[];
const VALUES = {
  caseId: 'C-7K3M9Q',
  reference: 'RF-7Q4KD2XM',
  amountCents: cents(235_050),
  receipt: 'UKT4X7M2QP' as Receipt,
  order: '88213',
  otherCaseId: 'C-2QX4TT',
};
const BARE = { caseId: 'C-7K3M9Q' };

/** The money is with the customer: only proof may say so. */
const SAYS_PAID =
  /imerudishwa|imesharudi|imesharudishwa|yamerudishwa|umelipwa|was returned|is back|went back|has been (?:paid|refunded)|was refunded|we (?:paid|refunded)/i;

describe.each(NAMES)('%s', (name) => {
  it.each(['sw', 'en'] as const)(
    'reads well in %s, with all values and with none but the case',
    (language) => {
      for (const values of [VALUES, BARE]) {
        const text = texts.customer(name, language, values);
        expect(text).toMatch(/^\p{Lu}.*[.!?]$/u);
        expect(text).not.toMatch(/undefined|null|NaN|\[object|\s\s|\s[.,]/);
        expect(text.length).toBeLessThanOrEqual(320);
      }
    },
  );

  it('is not the same text twice: Swahili is Swahili, English is English', () => {
    const [sw, en] = (['sw', 'en'] as const).map((language) => texts.customer(name, language, VALUES));
    expect(sw).not.toBe(en);
    expect(languageOf(wordLine(en!))).toBe('en');
    expect(['sw', 'mixed']).toContain(languageOf(wordLine(sw!)));
  });

  it('names something that the customer can quote', () => {
    for (const language of ['sw', 'en'] as const) {
      expect(texts.customer(name, language, VALUES)).toMatch(/C-7K3M9Q|RF-7Q4KD2XM|C-2QX4TT/);
    }
  });

  it('tells neither a code nor a phone number', () => {
    for (const language of ['sw', 'en'] as const) {
      expect(texts.customer(name, language, VALUES)).not.toMatch(/UKT4X7M2QP|2547\d{8}|07\d{8}/);
    }
  });
});

describe('"the money is back"', () => {
  it('is said by the two texts that proof writes, and by closings that the records prove', () => {
    const saying = NAMES.filter((name) =>
      (['sw', 'en'] as const).some((language) => SAYS_PAID.test(texts.customer(name, language, VALUES))),
    );
    expect(saying.toSorted()).toEqual(
      ['closed_refunded', 'closed_refunded_outside', 'money_is_back', 'refund_paid'].toSorted(),
    );
  });

  it('names the amount as people write it', () => {
    expect(texts.customer('refund_paid', 'sw', VALUES)).toContain('KES 2,350.50');
    expect(texts.customer('money_is_back', 'en', VALUES)).toContain('KES 2,350.50');
  });
});

describe('what staff read', () => {
  it.each(['escalation', 'payout_unresolved', 'order_refunded', 'lane_stopped'] as const)(
    '%s names the case or order, and what to do',
    (name) => {
      const text = texts.staff(name, { ...VALUES, sentence: 'S.', command: 'rudisha do it' });
      expect(text).toMatch(name === 'order_refunded' ? /88213.*do not ship/ : /rudisha do it/);
      expect(text).not.toMatch(/undefined|UKT4X7M2QP/);
    },
  );
});
