import { createHash } from 'node:crypto';
import type { Msisdn } from '../reading/types.ts';
import { normalMask, sameDigits } from './mask.ts';
import { normalMsisdn } from '../reading/msisdn.ts';
import type { Payer } from './types.ts';

/** SHA-256 of the twelve-digit number, unsalted, as 64 lower-case hex digits (daraja.md §5, verified there). */
export function msisdnHash(msisdn: Msisdn): string {
  return createHash('sha256').update(msisdn, 'ascii').digest('hex');
}

/**
 * Whether a number can be the payer (decisions.md, *Fits*): a full number is equal, a hash is equal, a mask shows no
 * different digit. `unknown` when the record shows nothing of the payer.
 */
export function fits(msisdn: Msisdn, payer: Payer): 'yes' | 'no' | 'unknown' {
  if (payer.full === undefined && payer.sha256 === undefined && payer.masked === undefined) return 'unknown';
  if (payer.full !== undefined && payer.full !== msisdn) return 'no';
  if (payer.sha256 !== undefined && payer.sha256 !== msisdnHash(msisdn)) return 'no';
  if (payer.masked !== undefined && !sameDigits(msisdn, payer.masked)) return 'no';
  return 'yes';
}

/**
 * Whether the record proves that this number paid: in full or by its hash. A mask fits ten thousand numbers and proves
 * nothing, so money never goes to a number that only a mask supports (payouts.md §2).
 */
export function provesPayer(msisdn: Msisdn, payer: Payer): boolean {
  return (payer.full !== undefined || payer.sha256 !== undefined) && fits(msisdn, payer) === 'yes';
}

/**
 * Whether two sources can mean the same payer. Every form is held against every other: a full number also tells which
 * hash and which masks can be its own. A hash beside a mask alone, or nothing on one side, `cannot_tell`.
 */
export function comparePayers(one: Payer, other: Payer): 'agree' | 'differ' | 'cannot_tell' {
  const hashes = [hashOf(one), hashOf(other)] as const;
  const shapes = [shapesOf(one), shapesOf(other)] as const;
  if (hashes[0] !== undefined && hashes[1] !== undefined && hashes[0] !== hashes[1]) return 'differ';
  if (shapes[0].some((shape) => shapes[1].some((next) => !sameDigits(shape, next)))) return 'differ';
  const compared = shapes.every((list) => list.length > 0) || hashes.every((hash) => hash !== undefined);
  return compared ? 'agree' : 'cannot_tell';
}

function hashOf(payer: Payer): string | undefined {
  return payer.sha256 ?? (payer.full === undefined ? undefined : msisdnHash(payer.full));
}

function shapesOf(payer: Payer): readonly string[] {
  return [payer.full, payer.masked].filter((shape) => shape !== undefined);
}

/** What a source shows of the payer, and the name beside it. */
export interface NamedPayer {
  readonly payer: Payer;
  readonly name: string;
}

/**
 * Reads `2547XXXXXXXX - NAME` and its kin: full, masked or hashed number, with or without a name (daraja.md §5, §9).
 * A party that is no mobile number (another till, a bank) gives an empty payer: nothing is known of it.
 */
export function parsePayer(text: string): NamedPayer {
  const whole = text.trim();
  const dash = /\s+[-–]\s*(?=[^\d*\s])|\s*[-–]\s+(?=[^\d*\s])/.exec(whole);
  const [party, name] =
    dash === null
      ? splitUndashed(whole)
      : [whole.slice(0, dash.index), whole.slice(dash.index + dash[0].length)];
  return { payer: payerForm(party.trim()), name: name.trim() };
}

/** `254712000391 JANE MFANO`: some older exports have no dash. */
function splitUndashed(text: string): [string, string] {
  const match = /^(\+?[\d*][\d*\s]{7,}[\d*])\s+(\p{L}.*)$/u.exec(text);
  return match ? [match[1] ?? '', match[2] ?? ''] : [text, ''];
}

function payerForm(text: string): Payer {
  if (/^[0-9a-f]{64}$/i.test(text)) return { sha256: text.toLowerCase() };
  const full = normalMsisdn(text);
  if (full !== null) return { full };
  const masked = normalMask(text);
  return masked === null ? {} : { masked };
}
