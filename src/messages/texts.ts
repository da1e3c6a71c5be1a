import { formatKes } from '../core/money.ts';
import type { StaffText, TextValues, Texts } from '../cases/context.ts';
import { CUSTOMER_TEXTS } from './customer-texts.ts';

type StaffValues = TextValues & { readonly sentence?: string; readonly command?: string };

const STAFF_TEXTS: Readonly<Record<StaffText, (values: StaffValues) => string>> = {
  escalation: ({ caseId, sentence, command }) =>
    `Case ${caseId} needs a person. ${sentence ?? ''} Answer with: ${command ?? ''}`,
  payout_unresolved: ({ caseId, reference, command }) =>
    `Payout ${reference ?? ''} of case ${caseId} has no answer yet. See: ${command ?? ''}`,
  payout_over_limit: ({ caseId, reference, amountCents, sentence }) =>
    `Payout ${reference ?? ''} of case ${caseId}${amountCents === undefined ? '' : ` (${formatKes(amountCents)})`} is above ${sentence ?? ''}. It waits until that setting is raised, or until the money was given back by hand ("rudisha refunds record").`,
  order_refunded: ({ order, reference, amountCents }) =>
    `Order ${order ?? '-'} was refunded (${amountCents === undefined ? '' : formatKes(amountCents)}, ${reference ?? ''}): do not ship it.`,
  lane_stopped: ({ sentence, command }) =>
    `All payouts are stopped: ${sentence ?? ''} Then: ${command ?? ''}`,
  lane_opened: () =>
    'M-Pesa takes our credential again: the probe was answered, and approved refunds go out.',
};

/** The words of the desk. */
export const texts: Texts = {
  customer: (text, language, values) => CUSTOMER_TEXTS[text][language](values),
  staff: (text, values) => STAFF_TEXTS[text](values),
};
