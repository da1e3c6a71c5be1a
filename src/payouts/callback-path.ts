import { timingSafeEqual } from 'node:crypto';
import { invariant } from '../core/errors.ts';
import { readableCode } from '../core/ids.ts';
import { keyedHash, payoutReference, type Secret } from './key.ts';
import type { PayoutKey, PayoutReference } from './types.ts';

/** Where a callback goes: to an attempt, or to an inquiry about a payment. */
export type CallbackTarget = AttemptTarget | InquiryTarget;

/** The payout request itself (`ask` null) or one of the status queries about it. */
export interface AttemptTarget {
  readonly of: 'attempt';
  readonly reference: PayoutReference;
  /** The attempt's number. */
  readonly number: number;
  /** The status query's number, from 1; null for the payout request. */
  readonly ask: number | null;
  /** Result URL or queue-timeout URL. */
  readonly kind: 'result' | 'timeout';
}

export interface InquiryTarget {
  readonly of: 'inquiry';
  /** `Q-7K3M9QXW`. */
  readonly id: string;
  readonly kind: 'result' | 'timeout';
}

/** A target without the kind of URL: what one request is about. */
export type CallbackOf = Omit<AttemptTarget, 'kind'> | Omit<InquiryTarget, 'kind'>;

/** First segment of every payout callback. None of the words that daraja.md §5 lists may occur in the path. */
const PREFIX = '/cb';
const FORBIDDEN = /mpesa|safaricom|exe|cmd|sql|query/i;

/** 128 bits of MAC: out of reach for guessing over the network. In hex, which cannot spell a forbidden word. */
const MAC_HEX_LENGTH = 32;

/** 90 bits, so that with reference and number the whole id stays within 36 characters (daraja.md §2). */
const ID_CODE_LENGTH = 18;

const SHAPE =
  /^\/cb\/(result|timeout)\/(RF-[2-9A-HJ-NP-Z]{8})\/([1-9]\d{0,3})(?:\.([1-9]\d{0,3}))?\/([^/]*)$/;
const INQUIRY_SHAPE = /^\/cb\/(result|timeout)\/(Q-[2-9A-HJ-NP-Z]{8})\/([^/]*)$/;

/**
 * The OriginatorConversationID of attempt `number`: `RF-7K3M9QXW-1-…`, at most 36 of `[A-Z0-9-]` (daraja.md §2).
 * It follows from key, number and secret alone, so a database restored from last night asks the provider with an id
 * that the provider knows (payouts.md §5).
 */
export function originatorConversationId(secret: Secret, key: PayoutKey, number: number): string {
  const mac = keyedHash(secret, ['originator-conversation-id', key, number]);
  const id = `${payoutReference(key)}-${number}-${readableCode(Buffer.from(mac, 'hex'), ID_CODE_LENGTH)}`;
  invariant(/^[A-Za-z0-9_-]{1,36}$/.test(id), 'an OriginatorConversationID has at most 36 plain characters');
  return id;
}

/**
 * The path of a callback URL: `/cb/<result|timeout>/<reference>/<number>[.<ask>]/<mac>`, of an inquiry
 * `/cb/<result|timeout>/<id>/<mac>`. The MAC covers all that goes before it, so that the path can be checked without a
 * database row (payouts.md §5, §8).
 */
export function callbackPath(secret: Secret, target: CallbackTarget): string {
  const path = `${PREFIX}/${target.kind}/${nameOf(target)}/${macOf(secret, target)}`;
  invariant(
    (target.of === 'attempt' ? SHAPE : INQUIRY_SHAPE).test(path),
    'a callback path that could not be read back',
  );
  invariant(!FORBIDDEN.test(path), 'a callback path holds a word that M-Pesa refuses');
  return path;
}

/**
 * The target of a callback path; `wrong_mac` for one of ours with another MAC (somebody is guessing, or the secret is
 * another installation's); null for any other path. Says nothing about whether the attempt is known here: a valid path
 * of an attempt without a row means that this database is an old copy.
 */
export function parseCallbackPath(secret: Secret, path: string): CallbackTarget | 'wrong_mac' | null {
  const read = attemptTarget(path) ?? inquiryTarget(path);
  if (read === null) return null;
  return sameText(read.mac, macOf(secret, read.target)) ? read.target : 'wrong_mac';
}

interface ReadPath {
  readonly target: CallbackTarget;
  readonly mac: string;
}

function attemptTarget(path: string): ReadPath | null {
  const match = SHAPE.exec(path);
  if (match === null) return null;
  const [, kind, reference, number, ask, mac = ''] = match;
  return {
    mac,
    target: {
      of: 'attempt',
      reference: reference as PayoutReference,
      number: Number(number),
      ask: ask === undefined ? null : Number(ask),
      kind: kind === 'timeout' ? 'timeout' : 'result',
    },
  };
}

function inquiryTarget(path: string): ReadPath | null {
  const match = INQUIRY_SHAPE.exec(path);
  if (match === null) return null;
  const [, kind, id = '', mac = ''] = match;
  return { mac, target: { of: 'inquiry', id, kind: kind === 'timeout' ? 'timeout' : 'result' } };
}

function nameOf(target: CallbackTarget): string {
  if (target.of === 'inquiry') return target.id;
  return `${target.reference}/${target.number}${target.ask === null ? '' : `.${target.ask}`}`;
}

function macOf(secret: Secret, target: CallbackTarget): string {
  const mac =
    target.of === 'inquiry'
      ? keyedHash(secret, ['inquiry-path', target.kind, target.id])
      : // A status query's number starts at 1, so 0 is free to stand for the payout request itself.
        keyedHash(secret, ['callback-path', target.kind, target.reference, target.number, target.ask ?? 0]);
  return mac.slice(0, MAC_HEX_LENGTH);
}

/** Compares in a time that does not tell how much of it is right. */
function sameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
