import { formatKes } from '../core/money.ts';
import type { CustomerText, TextValues } from '../cases/context.ts';

type Words = (values: TextValues) => string;

const amount = ({ amountCents }: TextValues): string =>
  amountCents === undefined ? '' : ` ${formatKes(amountCents)}`;
const ref = ({ caseId, reference }: TextValues): string => reference ?? caseId;

/**
 * Everything that customers read, in both languages, side by side. Nothing says that money was paid before there is
 * proof: `refund_paid` and `money_is_back` are written in the commit that posts the refund.
 */
export const CUSTOMER_TEXTS: Readonly<Record<CustomerText, { readonly sw: Words; readonly en: Words }>> = {
  ask_mpesa_code: {
    sw: ({ caseId }) =>
      `Pole kwa usumbufu. Tafadhali tutumie code ya M-Pesa ya malipo hayo (herufi na namba 10 mwanzoni mwa SMS ya M-Pesa), au nakili SMS yote hapa. Kumbukumbu: ${caseId}.`,
    en: ({ caseId }) =>
      `Sorry for the trouble. Please send us the M-Pesa code of that payment (the 10 letters and digits at the start of the M-Pesa SMS), or paste the whole SMS here. Reference: ${caseId}.`,
  },
  ask_again_mpesa_code: {
    sw: ({ caseId }) =>
      `Bado tunahitaji code moja ya M-Pesa ili tuyaone malipo yako. Iko mwanzoni mwa SMS ya M-Pesa; pia iko kwenye M-PESA app au *334#. Kama huna, tuambie "sina". Kumbukumbu: ${caseId}.`,
    en: ({ caseId }) =>
      `We still need one M-Pesa code to find your payment. It is at the start of the M-Pesa SMS; the M-PESA app or *334# shows it too. If you do not have it, tell us so. Reference: ${caseId}.`,
  },
  ask_order_number: {
    sw: ({ caseId }) => `Tafadhali tuambie namba ya order uliyokuwa unalipia. Kumbukumbu: ${caseId}.`,
    en: ({ caseId }) =>
      `Please tell us the number of the order that you were paying for. Reference: ${caseId}.`,
  },
  ask_again_order_number: {
    sw: ({ caseId }) =>
      `Namba hiyo ya order haipo kwetu. Tafadhali angalia tena kwenye SMS au email ya order na ututumie. Kumbukumbu: ${caseId}.`,
    en: ({ caseId }) =>
      `We could not find that order. Please check the number in your order's SMS or e-mail and send it again. Reference: ${caseId}.`,
  },
  ask_amount: {
    sw: ({ caseId }) =>
      `Tafadhali tuambie kiasi kamili ulicholipa, kwa tarakimu (mfano 2,350). Kumbukumbu: ${caseId}.`,
    en: ({ caseId }) =>
      `Please tell us the exact amount that you paid, in digits (for example 2,350). Reference: ${caseId}.`,
  },
  ask_again_amount: {
    sw: ({ caseId }) => `Bado tunahitaji kiasi kamili ulicholipa, kwa tarakimu. Kumbukumbu: ${caseId}.`,
    en: ({ caseId }) => `We still need the exact amount that you paid, in digits. Reference: ${caseId}.`,
  },
  ask_phone: {
    sw: ({ caseId }) => `Tafadhali tuambie namba ya simu iliyotumika kulipa. Kumbukumbu: ${caseId}.`,
    en: ({ caseId }) => `Please tell us the phone number that was used to pay. Reference: ${caseId}.`,
  },
  ask_again_phone: {
    sw: ({ caseId }) => `Bado tunahitaji namba ya simu iliyotumika kulipa. Kumbukumbu: ${caseId}.`,
    en: ({ caseId }) => `We still need the phone number that was used to pay. Reference: ${caseId}.`,
  },
  reminder: {
    sw: ({ caseId }) => `Habari, bado tunasubiri jibu lako ili tuendelee na suala lako ${caseId}.`,
    en: ({ caseId }) => `Hello, we are still waiting for your answer to go on with your case ${caseId}.`,
  },
  handed_to_person: {
    sw: ({ caseId }) =>
      `Asante. Mtu wetu wa huduma anaangalia suala lako na atakujibu. Kumbukumbu: ${caseId}.`,
    en: ({ caseId }) =>
      `Thank you. A member of our team is looking into this and will answer you. Reference: ${caseId}.`,
  },
  waits_for_payout: {
    sw: (values) =>
      `Kurudishiwa kwa malipo haya kumeshaanza (${ref(values)}) na tunasubiri jibu la M-Pesa. Tutakujulisha.`,
    en: (values) =>
      `A refund of this payment was started already (${ref(values)}) and we are waiting for M-Pesa. We will let you know.`,
  },
  still_checking: {
    sw: (values) =>
      `Tumetuma ombi la kurudisha pesa yako (${ref(values)}) lakini M-Pesa bado haijathibitisha. Tunaendelea kufuatilia; hakuna unachohitaji kufanya.`,
    en: (values) =>
      `We asked M-Pesa to return your money (${ref(values)}) and it has not confirmed yet. We are following it up; there is nothing you need to do.`,
  },
  on_its_way: {
    sw: (values) =>
      `Ombi la kurudisha pesa yako limeshatumwa kwa M-Pesa (${ref(values)}), kwa hivyo haliwezi kusitishwa.`,
    en: (values) => `Your refund is on its way already (${ref(values)}) and cannot be stopped any more.`,
  },
  refund_paid: {
    sw: (values) =>
      `Pesa yako${amount(values)} imerudishwa kwa M-Pesa ya namba iliyolipa. Kumbukumbu: ${ref(values)}. Asante kwa uvumilivu wako.`,
    en: (values) =>
      `Your${amount(values)} was returned to the M-Pesa number that paid. Reference: ${ref(values)}. Thank you for your patience.`,
  },
  money_is_back: {
    sw: (values) =>
      `Pesa yako${amount(values)} imesharudi kwa M-Pesa ya namba iliyolipa. Kumbukumbu: ${ref(values)}.`,
    en: (values) =>
      `Your${amount(values)} is back with the M-Pesa number that paid. Reference: ${ref(values)}.`,
  },
  closed_refunded: {
    sw: (values) => `Suala lako limefungwa: pesa imerudishwa. Kumbukumbu: ${ref(values)}.`,
    en: (values) => `Your case is closed: the money was returned. Reference: ${ref(values)}.`,
  },
  closed_refunded_outside: {
    sw: ({ caseId }) =>
      `Rekodi zinaonyesha kwamba pesa hii imesharudishwa kwa namba iliyolipa. Kumbukumbu: ${caseId}.`,
    en: ({ caseId }) =>
      `Our records show that this money went back to the number that paid. Reference: ${caseId}.`,
  },
  closed_applied_to_order: {
    sw: ({ caseId, order }) =>
      `Tumeyapata malipo yako: order ${order ?? 'yako'} sasa imelipwa. Kumbukumbu: ${caseId}.`,
    en: ({ caseId, order }) =>
      `We found your payment: ${order === undefined ? 'your order' : `order ${order}`} is now paid. Reference: ${caseId}.`,
  },
  closed_rejected: {
    sw: ({ caseId }) =>
      `Tumeangalia suala lako na hatuwezi kurudisha pesa hii. Ukiona si sawa, jibu ujumbe huu na mtu ataangalia tena. Kumbukumbu: ${caseId}.`,
    en: ({ caseId }) =>
      `We looked into your case and cannot return this money. If you think that is wrong, answer this message and a person will look again. Reference: ${caseId}.`,
  },
  closed_withdrawn: {
    sw: ({ caseId }) => `Sawa, tumefunga suala lako ${caseId} kama ulivyoomba.`,
    en: ({ caseId }) => `All right, we closed your case ${caseId} as you asked.`,
  },
  closed_no_answer: {
    sw: ({ caseId }) =>
      `Hatujapata jibu lako, kwa hivyo tumefunga suala ${caseId}. Tuandikie tena wakati wowote.`,
    en: ({ caseId }) =>
      `We did not hear from you, so we closed case ${caseId}. Write to us again at any time.`,
  },
  closed_not_due: {
    sw: ({ caseId }) =>
      `Tumeangalia: malipo haya yamelipia order yako na hakuna pesa ya ziada. Kumbukumbu: ${caseId}.`,
    en: ({ caseId }) =>
      `We checked: this payment paid for your order and nothing is left over. Reference: ${caseId}.`,
  },
  closed_duplicate: {
    // Without another case it is a refund of ours that was proven paid (D8): the customer can look it up.
    sw: ({ caseId, otherCaseId, reference }) =>
      otherCaseId === undefined && reference !== undefined
        ? `Malipo haya yalisharudishwa chini ya kumbukumbu ${reference}. Tafadhali angalia M-Pesa ya namba iliyolipa. Kumbukumbu: ${caseId}.`
        : `Malipo haya tayari yako kwetu chini ya kumbukumbu ${otherCaseId ?? caseId}; utajulishwa huko.`,
    en: ({ caseId, otherCaseId, reference }) =>
      otherCaseId === undefined && reference !== undefined
        ? `This payment was refunded already under reference ${reference}. Please look at the M-Pesa number that paid. Reference: ${caseId}.`
        : `We have this payment already under reference ${otherCaseId ?? caseId}; you will hear from us there.`,
  },
};
