import { z } from 'zod';
import { earForReply } from '../../cases/listen.ts';
import { asModelReads, type MessageHeard } from '../../reading/by-model.ts';
import { fieldsOf } from '../../reading/message.ts';
import type { Asked, ReplyIntent } from '../../reading/types.ts';
import {
  fieldVerdict,
  LABELLED_FIELDS,
  lineVerdict,
  type FieldVerdict,
  type LabelledFields,
} from './fields.ts';
import { confusionOf, macroF1, type Pair } from './matrix.ts';
import type { EvalSet } from './types.ts';

interface ReplyLine {
  readonly id: string;
  readonly asked: Asked;
  readonly text: string;
  readonly intent: ReplyIntent;
  readonly values: LabelledFields;
  readonly harmful_if: readonly ReplyIntent[];
}

const INTENTS = ['wants_person', 'withdraws', 'gives_detail', 'no', 'not_yet', 'yes', 'other'] as const;

/** `paid_on` is never asked for and not among the labelled values of replies. */
const VALUES = ['mpesa_code', 'order_number', 'amount_cents', 'phone'] as const;

/**
 * A message as the answer to a question: its intent and every value in it, with a model as the model would have them.
 * Harmful: an intent that the line names as such, or a value taken that the customer did not give as the answer.
 */
export const replies: EvalSet<ReplyLine, Pair> = {
  name: 'replies',
  line: z.object({
    id: z.string().min(1),
    asked: z.enum(['mpesa_code', 'order_number', 'amount', 'phone', 'confirm']).nullable(),
    text: z.string(),
    intent: z.enum(INTENTS),
    values: z.strictObject(LABELLED_FIELDS).omit({ paid_on: true }).partial(),
    harmful_if: z.array(z.enum(INTENTS)).default([]),
  }),
  async judge(line, listener) {
    const { heard } = await listener.hear(earForReply(line.text, line.asked, {}, (reading) => reading));
    const values = valuesOf(line, asModelReads(heard.message));
    return {
      id: line.id,
      kind: line.asked ?? 'nothing asked',
      verdict: lineVerdict([intentVerdict(line.intent, heard.intent), ...values]),
      harmful: line.harmful_if.includes(heard.intent) || valuesOf(line, heard.message).includes('wrong'),
      detail: { label: line.intent, got: heard.intent },
    };
  },
  figures: (judged) => {
    const pairs = judged.map(({ detail }) => detail);
    return { confusion: confusionOf(pairs), macro_f1: macroF1(pairs) };
  },
};

function intentVerdict(label: ReplyIntent, got: ReplyIntent): FieldVerdict {
  if (got === label) return 'right';
  return got === 'unclear' ? 'absent' : 'wrong';
}

function valuesOf({ values }: ReplyLine, message: MessageHeard): readonly FieldVerdict[] {
  const got = fieldsOf(message);
  return VALUES.map((field) => fieldVerdict(values[field] ?? null, got[field]));
}
