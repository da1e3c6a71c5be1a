import type { Cents } from '../core/money.ts';

/** An M-Pesa receipt in normal form: ten upper-case `[A-Z0-9]`, nine before 2014 (daraja.md §9). */
export type Receipt = string & { readonly __brand: 'receipt' };

/** A Kenyan mobile number in normal form: `254` and nine digits, no plus. */
export type Msisdn = string & { readonly __brand: 'msisdn' };

/** An order number or account reference in normal form: letters upper-cased, everything but letters and digits
 * dropped, leading zeros kept (decisions.md, Words). */
export type OrderNumber = string & { readonly __brand: 'order number' };

/** What a customer can be asked for. */
export type Field = 'mpesa_code' | 'order_number' | 'amount' | 'phone';

/** What the last question to the customer was; null when their words answer no question. */
export type Asked = Field | 'confirm' | null;

export type Language = 'sw' | 'en' | 'sheng' | 'mixed';

/** A piece of the raw text: `[start, end)` in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An order number that the customer stated. */
export interface StatedOrder {
  readonly number: OrderNumber;
  /** As the customer wrote it, without `#`. */
  readonly written: string;
  /** It is the account of a pasted M-Pesa SMS: a stated order only when such an order exists. */
  readonly fromSms: boolean;
}

/** A pasted M-Pesa SMS: a claim, a pointer to a record, never evidence. */
export interface ParsedSms extends Span {
  readonly receipt: Receipt;
  readonly direction: 'paid' | 'sent' | 'received' | 'reversed' | 'other';
  /** The first money figure; null when the SMS has none. */
  readonly amountCents: Cents | null;
  readonly account: string | null;
  /** `YYYY-MM-DD`. */
  readonly date: string | null;
  readonly language: 'sw' | 'en';
}

/** When the customer says they paid: `YYYY-MM-DD`, `--MM-DD` without a year, or a day as said. */
export type PaidOn = string;

/** Everything that the rules found in one message. Absent or ambiguous is empty or null: nothing is guessed. */
export interface MessageReading {
  readonly language: Language;
  /** Says or shows a payment that did not count. `undecided` is the model's question, or a person's. */
  readonly complaint: 'yes' | 'no' | 'undecided';
  readonly wantsPerson: boolean;
  /** The text holds words meant for the program (orders, approvals, markup): what they say counts as absent. */
  readonly injection: boolean;
  /** Receipts given as the customer's own, in order of appearance, each once. */
  readonly receipts: readonly Receipt[];
  /** Stated order numbers, denied ones left out. Two different ones count as none stated (see said.ts). */
  readonly orders: readonly StatedOrder[];
  /** Stated amounts: what the customer says was paid. Demands, totals, stated excess and ambiguous amounts are not. */
  readonly amounts: readonly Cents[];
  /** The number that the customer says was used to pay; null when none or more than one. */
  readonly payer: Msisdn | null;
  readonly paidOn: PaidOn | null;
  readonly sms: readonly ParsedSms[];
  /** The message was longer than MESSAGE_LENGTH_READ and was read up to it. */
  readonly cut: boolean;
}

/** The meaning of a reply to a question. `unclear` is what no rule settles: the model's question, or asked again. */
export type ReplyIntent =
  'wants_person' | 'withdraws' | 'gives_detail' | 'no' | 'not_yet' | 'yes' | 'other' | 'unclear';

/** A message read as the answer to a question. */
export interface ReplyReading {
  readonly intent: ReplyIntent;
  readonly message: MessageReading;
}

/** All that a customer has said in a case so far, newest answers in place of what they replaced (said.ts). */
export interface Said {
  readonly language: 'sw' | 'en';
  readonly complaint: 'yes' | 'no' | 'undecided';
  readonly wantsPerson: boolean;
  readonly injection: boolean;
  readonly receipts: readonly Receipt[];
  readonly orders: readonly StatedOrder[];
  /** Order numbers that a later answer replaced: D11 counts stated numbers that do not exist. */
  readonly ordersReplaced: readonly StatedOrder[];
  readonly amounts: readonly Cents[];
  readonly payer: Msisdn | null;
  readonly paidOn: PaidOn | null;
}

/** The phones and receipts of a case and the placeholders that stand for them, stable across its messages. */
export interface SecretMap {
  /** Placeholder without brackets (`PHONE_1`, `CODE_2`) to the secret's normal form. */
  readonly [placeholder: string]: string;
}

/** A question for the model about one message: nothing to write in, only this message's own candidates to choose. */
export interface ModelQuestion {
  readonly purpose: 'message' | 'reply';
  /** The message with every phone and receipt replaced and control tokens taken apart. */
  readonly redacted: string;
  readonly asked: Asked;
  /** What is undecided, each with its choices. Never empty, and no list in it is empty (ollama.md row 4). */
  readonly choices: ModelChoices;
}

export interface ModelChoices {
  readonly complaint?: readonly ['yes', 'no'];
  readonly intent?: readonly Exclude<ReplyIntent, 'unclear'>[];
  readonly mpesa_code?: readonly string[];
  readonly order_number?: readonly string[];
  readonly amount?: readonly string[];
}

/** One value for each choice that was asked; null where the model chose none of them. */
export type ModelAnswer = { readonly [Choice in keyof ModelChoices]: string | null };
