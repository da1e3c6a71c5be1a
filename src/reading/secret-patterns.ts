import { findPhones } from './phones.ts';
import { findPossibleReceipts } from './receipts.ts';
import type { SecretKind } from './placeholders.ts';
import type { Span } from './types.ts';

/** A phone or a code in a text. */
export interface Secret extends Span {
  readonly kind: SecretKind;
  /** The form in which two spellings of it are the same secret. */
  readonly normal: string;
}

/** Every phone and everything that may be a code, overlaps included: what is to be hidden, not what is believed. */
export function findSecrets(text: string): readonly Secret[] {
  return [
    ...findPhones(text).map(({ start, end, normal }): Secret => ({ start, end, kind: 'phone', normal })),
    ...findPossibleReceipts(text).map(({ start, end, receipt }): Secret => ({
      start,
      end,
      kind: 'receipt',
      normal: receipt,
    })),
  ];
}
