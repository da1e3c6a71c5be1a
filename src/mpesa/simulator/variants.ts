import { createHash } from 'node:crypto';
import type { Behaviour } from './faults.ts';

/**
 * The ways in which Daraja's bodies differ from one day to the next without a difference in meaning (daraja.md §2 to
 * §5). A client that reads only one of them works by luck.
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
  readonly balanceLeftOut: boolean;
  readonly codeAsZeros: boolean;
  readonly statusWithSpace: boolean;
  readonly upperCaseWords: boolean;
  readonly valuesAsText: boolean;
}

/** The shapes for one request: the same for the same seed and number, none for `plain`; and those that are scripted. */
export function variantOf(
  seed: 'plain' | number,
  request: { readonly number: number; readonly behaviour: Behaviour },
): Variant {
  const { behaviour, number } = request;
  const bits = createHash('sha256').update(`variant ${seed} ${number}`).digest().readUInt32BE();
  const bit = (position: number): boolean => seed !== 'plain' && ((bits >>> position) & 1) === 1;
  return {
    ackBackwards: bit(0) || behaviour.shape_ack_backwards === true,
    amountWithDecimals: bit(1) || behaviour.shape_amount_with_decimals === true,
    balanceInBraces: bit(2) || behaviour.shape_balance_in_braces === true,
    codeAsText: bit(3) || behaviour.shape_code_as_text === true,
    // Only the order of the list tells one DebitPartyName from the other.
    doubledDebitParty: (bit(4) && !bit(8)) || behaviour.shape_doubled_debit_party === true,
    echoTarget: bit(5) || behaviour.shape_echo_target === true,
    emptyItem: bit(6) || behaviour.shape_empty_item === true,
    failureItem: bit(7) || behaviour.shape_failure_item === true,
    itemsBackwards: bit(8) || behaviour.shape_items_backwards === true,
    realLookingFailureReceipt: bit(9) || behaviour.shape_real_looking_receipt === true,
    referenceAsList: bit(10) || behaviour.shape_reference_as_list === true,
    typeAsText: bit(11) || behaviour.shape_type_as_text === true,
    balanceLeftOut: bit(14) || behaviour.shape_balance_left_out === true,
    codeAsZeros: bit(15) || behaviour.shape_code_as_zeros === true,
    statusWithSpace: bit(16) || behaviour.shape_status_with_space === true,
    upperCaseWords: bit(12) || behaviour.shape_upper_case_words === true,
    valuesAsText: bit(13) || behaviour.shape_values_as_text === true,
  };
}
