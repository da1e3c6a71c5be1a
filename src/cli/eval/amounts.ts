import { z } from 'zod';
import { readAmount } from '../../reading/amounts/read.ts';
import type { EvalSet } from './types.ts';

interface AmountLine {
  readonly id: string;
  readonly text: string;
  /** Integer cents; null where no one clear amount stands. */
  readonly cents: number | null;
  readonly kind: string;
}

/** A text and the one clear amount in it, to the cent. A figure that is not the labelled one is harmful. */
export const amounts: EvalSet<AmountLine, null> = {
  name: 'amounts',
  line: z.object({
    id: z.string().min(1),
    text: z.string(),
    cents: z.int().nonnegative().nullable(),
    kind: z.string().default('all'),
  }),
  judge({ id, text, cents, kind }) {
    const got = readAmount(text);
    const verdict = got === cents ? 'correct' : got === null ? 'missed' : 'wrong';
    return Promise.resolve({ id, kind, verdict, harmful: verdict === 'wrong', detail: null });
  },
  figures: () => ({}),
};
