import { z } from 'zod';
import { takeApart } from '../../reading/control-tokens.ts';
import { normalMsisdn } from '../../reading/msisdn.ts';
import { normalReceipt } from '../../reading/receipt-shapes.ts';
import { holdsSecret, redact, type Redaction } from '../../reading/redact.ts';
import type { Span } from '../../reading/types.ts';
import type { EvalSet } from './types.ts';

/** A phone is known by its last nine digits, however it begins. */
const NATIONAL_DIGITS = 9;

interface LabelledSecret {
  readonly kind: 'phone' | 'mpesa_code';
  /** The exact piece of the text; every occurrence of it is secret. */
  readonly text: string;
}

interface RedactionLine {
  readonly id: string;
  readonly text: string;
  readonly secrets: readonly LabelledSecret[];
}

interface RedactionDetail {
  readonly secrets: number;
  readonly hidden: number;
  /** Letters or digits were hidden that are part of no labelled secret. */
  readonly hidesMore: boolean;
}

/** A text and the phones and codes that must not reach a model. A secret that is left is harmful. */
export const redaction: EvalSet<RedactionLine, RedactionDetail> = {
  name: 'redaction',
  line: z
    .object({
      id: z.string().min(1),
      text: z.string(),
      secrets: z.array(z.object({ kind: z.enum(['phone', 'mpesa_code']), text: z.string().min(1) })),
    })
    .refine(({ text, secrets }) => secrets.every((secret) => text.includes(secret.text)), {
      error: 'secrets: each must be a piece of the text',
    }),
  judge({ id, text, secrets }) {
    const redacted = redact(text, {});
    const hidden = secrets.filter((secret) => isGone(secret, text, redacted)).length;
    const hidesMore = hidesBeside(text, secrets, redacted);
    const verdict = hidden < secrets.length ? 'missed' : hidesMore ? 'wrong' : 'correct';
    return Promise.resolve({
      id,
      kind: kindOf(secrets),
      verdict,
      harmful: verdict === 'missed',
      detail: { secrets: secrets.length, hidden, hidesMore },
    });
  },
  figures: (judged) => ({
    recall: {
      secrets: judged.reduce((sum, { detail }) => sum + detail.secrets, 0),
      hidden: judged.reduce((sum, { detail }) => sum + detail.hidden, 0),
    },
    precision: {
      lines: judged.length,
      nothing_else_hidden: judged.filter(({ detail }) => !detail.hidesMore).length,
    },
  }),
};

function kindOf(secrets: readonly LabelledSecret[]): string {
  const [first, ...more] = [...new Set(secrets.map(({ kind }) => kind))];
  return first === undefined ? 'none' : more.length === 0 ? first : 'both';
}

/**
 * Every letter and digit of the piece is hidden wherever it stands, what a model would be sent passes the last guard,
 * and the secret's normal form does not stand in it when separators are left out: nobody could put it together again.
 */
export function isGone(
  secret: LabelledSecret,
  text: string,
  { redacted, secrets, spans }: Redaction,
): boolean {
  const sent = takeApart(redacted);
  if (!covers(marked(text.length, spans), text, occurrences(text, secret.text))) return false;
  if (holdsSecret(sent, secrets)) return false;
  const normal =
    secret.kind === 'phone' ? normalMsisdn(secret.text)?.slice(-NATIONAL_DIGITS) : normalReceipt(secret.text);
  // A placeholder stays a break: what stands on its two sides was never one piece.
  const pressed = sent.replaceAll(/\[(?:PHONE|CODE)_\d+\]/g, '|').replaceAll(/[^\p{L}\p{N}|]/gu, '');
  return normal === null || normal === undefined || !pressed.toUpperCase().includes(normal);
}

function hidesBeside(text: string, secrets: readonly LabelledSecret[], { spans }: Redaction): boolean {
  const labelled = secrets.flatMap((secret) => occurrences(text, secret.text));
  return !covers(marked(text.length, labelled), text, spans);
}

/** Whether every letter and digit of these pieces is marked. */
function covers(marks: Uint8Array, text: string, pieces: readonly Span[]): boolean {
  return pieces.every(({ start, end }) => {
    for (let at = start; at < end; at += 1) {
      if (marks[at] === 0 && /[\p{L}\p{N}]/u.test(text.charAt(at))) return false;
    }
    return true;
  });
}

function marked(length: number, spans: readonly Span[]): Uint8Array {
  const marks = new Uint8Array(length);
  for (const { start, end } of spans) marks.fill(1, start, end);
  return marks;
}

function occurrences(text: string, piece: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + 1)) {
    spans.push({ start: at, end: at + piece.length });
  }
  return spans;
}
