import { z } from 'zod';
import { earForMessage } from '../../cases/listen.ts';
import { fieldsOf, type Fields } from '../../reading/message.ts';
import type { MessageReading } from '../../reading/types.ts';
import { fieldVerdict, LABELLED_FIELDS, lineVerdict, type FieldVerdict } from './fields.ts';
import type { EvalSet } from './types.ts';

interface MessageLine {
  readonly id: string;
  readonly text: string;
  readonly language: string;
  readonly fields: { readonly [Name in keyof Fields]: string | number | null };
  readonly is_complaint: boolean;
  readonly injection: boolean;
}

const FIELDS = ['mpesa_code', 'order_number', 'amount_cents', 'phone', 'paid_on'] as const;
const COUNTED = [...FIELDS, 'is_complaint', 'injection'] as const;
const PARTS = [...COUNTED, 'language'] as const;

type Part = (typeof PARTS)[number];

interface MessageDetail {
  readonly parts: Readonly<Record<Part, FieldVerdict>>;
  /** Fields whose wrong value a model chose among several that the customer stated. */
  readonly chosen: readonly Part[];
}

/**
 * A first message and what it states. Every value must be the labelled one, and the complaint and the injection be
 * seen. A wrong value is harmful: it points at another payment, order or payer. Not so where the customer stated
 * several and a model chose the wrong one: that is wrong, but it only says which record to look at, and what comes of
 * it is measured by the decisions. The language fails no line: it only chooses the language of our answer.
 */
export const messages: EvalSet<MessageLine, MessageDetail> = {
  name: 'messages',
  line: z.object({
    id: z.string().min(1),
    text: z.string(),
    language: z.enum(['sw', 'en', 'sheng', 'mixed']),
    fields: z.object(LABELLED_FIELDS),
    is_complaint: z.boolean(),
    injection: z.boolean(),
  }),
  async judge(line, listener) {
    const ear = earForMessage(line.text, {}, (reading) => reading);
    const { heard } = await listener.hear(ear);
    const parts = partsOf(line, heard);
    const wrong = FIELDS.filter((field) => parts[field] === 'wrong');
    const chosen = wrong.filter((field) => wasChosen(field, ear.byRules, heard));
    return {
      id: line.id,
      kind: line.language,
      verdict: lineVerdict(COUNTED.map((part) => parts[part])),
      harmful: wrong.length > chosen.length,
      detail: { parts, chosen },
    };
  },
  figures: (judged) => ({
    fields: Object.fromEntries(
      PARTS.map((part) => {
        const count = (wanted: FieldVerdict): number =>
          judged.filter(({ detail }) => detail.parts[part] === wanted).length;
        return [part, { right: count('right'), absent: count('absent'), wrong: count('wrong') }];
      }),
    ),
    chosen_wrong: judged.filter(({ detail }) => detail.chosen.length > 0).map(({ id }) => id),
  }),
};

/** The rules had several stated values of the field, and what was heard is one of them. */
function wasChosen(field: keyof Fields, rules: MessageReading, heard: MessageReading): boolean {
  const narrowed = <Value>(before: readonly Value[], after: readonly Value[]): boolean =>
    before.length > after.length && after.every((value) => before.includes(value));
  switch (field) {
    case 'mpesa_code':
      return narrowed(rules.receipts, heard.receipts);
    case 'order_number':
      return narrowed(rules.orders, heard.orders);
    case 'amount_cents':
      return narrowed(rules.amounts, heard.amounts);
    case 'phone':
    case 'paid_on':
      // A model is never asked for these.
      return false;
  }
}

function partsOf(line: MessageLine, heard: MessageReading): Readonly<Record<Part, FieldVerdict>> {
  const got = fieldsOf(heard);
  const of = (field: keyof Fields): FieldVerdict => fieldVerdict(line.fields[field], got[field]);
  const complaint = line.is_complaint ? 'yes' : 'no';
  return {
    mpesa_code: of('mpesa_code'),
    order_number: of('order_number'),
    amount_cents: of('amount_cents'),
    phone: of('phone'),
    paid_on: of('paid_on'),
    is_complaint:
      heard.complaint === complaint ? 'right' : heard.complaint === 'undecided' ? 'absent' : 'wrong',
    injection: heard.injection === line.injection ? 'right' : 'wrong',
    language: heard.language === line.language ? 'right' : 'wrong',
  };
}
