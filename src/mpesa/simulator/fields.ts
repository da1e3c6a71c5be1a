import { parseShillings } from '../../core/money.ts';
import type { Fields } from '../../core/json.ts';
import { callbackUrl, given, oneOf, ourShortcode, textOf, type Check } from './checks.ts';
import type { PayInOperation, QueuedOperation } from './operations.ts';
import { PAY_IN_CHECKS } from './pay-in-fields.ts';

const INITIATOR: Check = { name: 'Initiator', holds: given };
const CREDENTIAL: Check = { name: 'SecurityCredential', holds: given };

/** Two to a hundred characters (daraja.md §2). */
const REMARKS: Check = {
  name: 'Remarks',
  holds: (value) => typeof value === 'string' && value.trim().length >= 2 && value.length <= 100,
};

const URLS: readonly Check[] = [
  { name: 'QueueTimeOutURL', holds: callbackUrl },
  { name: 'ResultURL', holds: callbackUrl },
];

/** JSON's null is a field left out: some clients send it so. */
const optionalText = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.length <= 100);

/** In the order in which they are looked at: the first that fails is the one that the refusal names. */
const CHECKS: Readonly<Record<QueuedOperation | PayInOperation, readonly Check[]>> = {
  ...PAY_IN_CHECKS,
  reversal: [
    INITIATOR,
    CREDENTIAL,
    { name: 'CommandID', holds: oneOf('TransactionReversal') },
    { name: 'TransactionID', holds: given },
    { name: 'Amount', holds: (value) => (parseShillings(value) ?? 0) > 0 },
    { name: 'ReceiverParty', holds: ourShortcode },
    // Misspelt by Daraja itself; the correct spelling is refused (daraja.md §3).
    { name: 'RecieverIdentifierType', holds: oneOf('11') },
    ...URLS,
    REMARKS,
    { name: 'Occasion', holds: optionalText },
  ],
  status: [
    INITIATOR,
    CREDENTIAL,
    { name: 'CommandID', holds: oneOf('TransactionStatusQuery') },
    {
      name: 'TransactionID',
      holds: (value, _shortcode, fields) => given(value) || given(fields['OriginalConversationID']),
    },
    { name: 'PartyA', holds: ourShortcode },
    { name: 'IdentifierType', holds: oneOf('4') },
    ...URLS,
    { name: 'Remarks', holds: optionalText },
    { name: 'Occasion', holds: optionalText },
  ],
  b2c: [
    // No longest length is published; 36 is what clients rely on (daraja.md §2).
    { name: 'OriginatorConversationID', holds: (value) => /^[A-Za-z0-9_-]{1,36}$/.test(textOf(value) ?? '') },
    { name: 'InitiatorName', holds: given },
    CREDENTIAL,
    { name: 'CommandID', holds: oneOf('BusinessPayment', 'SalaryPayment', 'PromotionPayment') },
    // Whole shillings; which of them are too few or too many is told later, by the result (daraja.md §2).
    { name: 'Amount', holds: (value) => /^[1-9]\d{0,11}$/.test(textOf(value) ?? '') },
    { name: 'PartyA', holds: ourShortcode },
    { name: 'PartyB', holds: (value) => /^254[17]\d{8}$/.test(textOf(value) ?? '') },
    REMARKS,
    ...URLS,
    // Double s in the documents of v3; the sandbox was seen to take both (daraja.md §2).
    { name: 'Occassion', holds: optionalText },
    { name: 'Occasion', holds: optionalText },
  ],
};

/** The first field that Daraja would refuse; null when all are well. The credential is not looked into here. */
export function firstBadField(
  operation: QueuedOperation | PayInOperation,
  fields: Fields,
  shortcode: string,
): string | null {
  return CHECKS[operation].find(({ name, holds }) => !holds(fields[name], shortcode, fields))?.name ?? null;
}

/** The field that a body of the wrong content type is blamed on: the first (daraja.md §1). */
export function firstField(operation: QueuedOperation | PayInOperation): string {
  return CHECKS[operation][0]?.name ?? '';
}
