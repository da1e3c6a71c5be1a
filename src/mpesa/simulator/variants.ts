import { createHash } from 'node:crypto';

/**
 * The ways in which Daraja's bodies differ from one day to the next without a difference in meaning (daraja.md §2 to
 * §4). A client that reads only one of them works by luck.
 */
export interface Variant {
  readonly ackBackwards: boolean;
  readonly amountWithDecimals: boolean;
  readonly balanceInBraces: boolean;
  readonly codeAsText: boolean;
  readonly doubledDebitParty: boolean;
  readonly echoTarget: boolean;
  readonly emptyItem: boolean;
  readonly failureItem: boolean;
  readonly itemsBackwards: boolean;
  readonly realLookingFailureReceipt: boolean;
  readonly referenceAsList: boolean;
  readonly typeAsText: boolean;
  readonly upperCaseWords: boolean;
  readonly valuesAsText: boolean;
}

/** The shapes for one request: always the same for the same seed and number, all of them plain for `plain`. */
export function variantOf(seed: 'plain' | number, requestNumber: number): Variant {
  const bits = createHash('sha256').update(`variant ${seed} ${requestNumber}`).digest().readUInt32BE();
  const bit = (position: number): boolean => seed !== 'plain' && ((bits >>> position) & 1) === 1;
  return {
    ackBackwards: bit(0),
    amountWithDecimals: bit(1),
    balanceInBraces: bit(2),
    codeAsText: bit(3),
    // Only the order of the list tells one DebitPartyName from the other.
    doubledDebitParty: bit(4) && !bit(8),
    echoTarget: bit(5),
    emptyItem: bit(6),
    failureItem: bit(7),
    itemsBackwards: bit(8),
    realLookingFailureReceipt: bit(9),
    referenceAsList: bit(10),
    typeAsText: bit(11),
    upperCaseWords: bit(12),
    valuesAsText: bit(13),
  };
}
