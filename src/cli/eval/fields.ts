import { z } from 'zod';
import type { Fields } from '../../reading/message.ts';

/** Labels of values, as they are written in the case files: normal forms, amounts in cents. */
export const LABELLED_FIELDS = {
  mpesa_code: z.string().nullable(),
  order_number: z.string().nullable(),
  amount_cents: z.int().nullable(),
  phone: z.string().nullable(),
  paid_on: z.string().nullable(),
};

export type LabelledFields = { readonly [Name in keyof Fields]?: string | number | null | undefined };

export type FieldVerdict = 'right' | 'absent' | 'wrong';

/** `absent`: there is a value and none was read. `wrong`: another one, or one where there is none. */
export function fieldVerdict(label: string | number | null, got: string | number | null): FieldVerdict {
  if (got === label) return 'right';
  return got === null ? 'absent' : 'wrong';
}

/** The line's verdict from those of its parts: one wrong part makes it wrong. */
export function lineVerdict(parts: readonly FieldVerdict[]): 'correct' | 'wrong' | 'missed' {
  if (parts.includes('wrong')) return 'wrong';
  return parts.includes('absent') ? 'missed' : 'correct';
}
