import { createHmac } from 'node:crypto';
import { invariant } from '../core/errors.ts';
import { readableCode } from '../core/ids.ts';
import { PAYER_OF_RECEIPT, type Refund } from '../records/types.ts';
import type { PayoutKey, PayoutReference } from './types.ts';

/** The installation's secret, made at `init`. Whoever has it can search through phone numbers: it never leaves. */
export type Secret = Uint8Array | string;

/** Changes when the canonical form does. Stored keys are never recomputed, so old ones stay what they were. */
const KEY_VERSION = 1;

/** 40 bits: short enough to read aloud, and no two of a merchant's refunds in practice share one. */
const REFERENCE_LENGTH = 8;

/** Words that M-Pesa refuses in a callback URL (daraja.md §5) and that a reference could spell by chance. */
const UNUSABLE = /EXE|CMD|SQL|MPESA|QUERY/;

/**
 * The idempotency key of a refund (payouts.md §1): HMAC-SHA256, in hex, of a JSON array of text and integers,
 * `["refund",1,receipt,cents,rail,payee,cause]`. JSON quotes every text, so no two different refunds share a form.
 * Values must be parsed, recorded ones in normal form; anything else is a bug and throws.
 */
export function payoutKey(secret: Secret, refund: Refund): PayoutKey {
  const { receipt, amountCents, rail, payee, cause } = refund;
  invariant(/^[A-Z0-9]{9,10}$/.test(receipt), 'a payout key needs a receipt in normal form');
  invariant(
    Number.isSafeInteger(amountCents) && amountCents > 0,
    'a payout key needs a positive amount in cents',
  );
  invariant(
    rail === 'reversal' ? payee === PAYER_OF_RECEIPT : /^254\d{9}$/.test(payee),
    'the payee of a payout key must be one of its rail',
  );
  return keyedHash(secret, ['refund', KEY_VERSION, receipt, amountCents, rail, payee, cause]) as PayoutKey;
}

/**
 * The short form of a key that people see, `RF-7K3M9QXW`: the first eight readable characters of the key that do not
 * spell a word which callback URLs must avoid.
 */
export function payoutReference(key: PayoutKey): PayoutReference {
  invariant(/^[0-9a-f]{64}$/.test(key), 'a payout key is 64 hex digits');
  const bytes = Buffer.from(key, 'hex');
  const characters = readableCode(bytes, Math.floor((bytes.length * 8) / 5));
  for (let start = 0; start + REFERENCE_LENGTH <= characters.length; start++) {
    const code = characters.slice(start, start + REFERENCE_LENGTH);
    if (isUsableInUrl(code)) return `RF-${code}` as PayoutReference;
  }
  throw new Error('invariant: a payout key spells nothing but words that URLs must avoid');
}

/** Whether a name may stand in a callback URL. */
export function isUsableInUrl(name: string): boolean {
  return !UNUSABLE.test(name.toUpperCase());
}

/** A payout reference as people type it (any case, spaces around); null for anything else. */
export function parsePayoutReference(text: string): PayoutReference | null {
  const typed = text.trim().toUpperCase();
  return /^RF-[2-9A-HJ-NP-Z]{8}$/.test(typed) ? (typed as PayoutReference) : null;
}

/** The id of attempt `number` of a payout, counted over all its rounds from 1: `RF-7K3M9QXW/1`. */
export function attemptId(reference: PayoutReference, number: number): string {
  invariant(Number.isSafeInteger(number) && number >= 1, 'attempts are numbered from 1');
  return `${reference}/${number}`;
}

/** The parts of an attempt's id as people type it; null for anything else. */
export function parseAttemptId(text: string): { reference: PayoutReference; number: number } | null {
  const match = /^([^/]+)\/([1-9]\d{0,3})$/.exec(text.trim());
  const reference = match?.[1] === undefined ? null : parsePayoutReference(match[1]);
  return reference === null ? null : { reference, number: Number(match?.[2]) };
}

/** HMAC-SHA256 in hex of a purpose and its values. The purpose comes first, so one secret serves several uses. */
export function keyedHash(
  secret: Secret,
  values: readonly [purpose: string, ...(string | number)[]],
): string {
  invariant(secret.length >= 16, 'the secret is shorter than 16 bytes');
  return createHmac('sha256', secret).update(JSON.stringify(values)).digest('hex');
}
