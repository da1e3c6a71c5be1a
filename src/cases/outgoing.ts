import type { OutboundMessage, Write } from './change.ts';
import type { CustomerText, StaffText, StepContext, TextValues } from './context.ts';
import type { Case } from './types.ts';

type Who = Pick<Case, 'id' | 'version' | 'language' | 'sender'>;

/** The outbox row of a text to the customer. Its id is stable: one version of a case writes each text once. */
export function toCustomer(
  kase: Who,
  text: CustomerText,
  context: Pick<StepContext, 'now' | 'texts'>,
  values: Omit<TextValues, 'caseId'> = {},
  options: { readonly closes?: boolean } = {},
): Write {
  return {
    kind: 'send_message',
    message: {
      id: messageId(kase, text),
      caseId: kase.id,
      audience: 'customer',
      purpose: text,
      to: kase.sender,
      text: context.texts.customer(text, kase.language, { caseId: kase.id, ...values }),
      at: context.now,
      closes: options.closes ?? false,
    },
  };
}

/** The outbox row of a text to staff. */
export function toStaff(
  kase: Who,
  text: StaffText,
  context: Pick<StepContext, 'now' | 'texts'>,
  values: Omit<TextValues, 'caseId'> & { readonly sentence?: string; readonly command?: string } = {},
  distinct = '',
): Write {
  return {
    kind: 'send_message',
    message: {
      id: messageId(kase, `${text}${distinct}`),
      caseId: kase.id,
      audience: 'staff',
      purpose: text,
      to: null,
      text: context.texts.staff(text, { caseId: kase.id, ...values }),
      at: context.now,
      closes: false,
    },
  };
}

function messageId(kase: Who, text: string): OutboundMessage['id'] {
  return `${kase.id}.${kase.version}.${text}`;
}
