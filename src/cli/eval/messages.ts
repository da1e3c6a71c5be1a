import { z } from 'zod';
import { earForMessage } from '../../cases/listen.ts';
import { asModelReads, type MessageHeard } from '../../reading/by-model.ts';
import { fieldsOf, type Fields } from '../../reading/message.ts';
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
  /** Fields whose wrong value is a model's choice among several that the customer stated. */
  readonly chosen: readonly Part[];
}

/**
 * A first message and what it states, with a model as the model would have it. Every value must be the labelled one,
 * and the complaint and the injection be seen. A wrong value is harmful: it points at another payment, order or payer.
 * Not so one that a model chose: its choice is kept beside what was read and can only lead to a question, which the
 * decisions measure. The language fails no line: it only chooses the language of our answer.
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
    const { heard } = await listener.hear(earForMessage(line.text, {}, (reading) => reading));
    const parts = partsOf(line, asModelReads(heard));
    const entered = partsOf(line, heard);
    const chosen = FIELDS.filter((field) => parts[field] === 'wrong' && entered[field] !== 'wrong');
    return {
      id: line.id,
      kind: line.language,
      verdict: lineVerdict(COUNTED.map((part) => parts[part])),
      harmful: FIELDS.some((field) => entered[field] === 'wrong'),
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

function partsOf(line: MessageLine, heard: MessageHeard): Readonly<Record<Part, FieldVerdict>> {
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
