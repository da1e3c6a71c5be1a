import { randomOf } from '../random.ts';

/** A payment that a customer made to the shop, as the provider knows it: the truth. Amounts are integer cents. */
export interface PaidIn {
  readonly receipt: string;
  readonly amountCents: number;
  readonly payer: string;
  readonly account: string;
  readonly paidAt: number;
  /** How the statement shows the payer. */
  readonly shown: 'full' | 'masked' | 'hashed';
}

/** A money request that arrived, whatever became of it. */
export interface MoneyRequest {
  readonly rail: 'reversal' | 'b2c';
  /** `RF-7K3M9QXW/1`, from the result URL. */
  readonly attempt: string;
  readonly originatorConversationId: string;
  readonly conversationId: string;
  readonly resultUrl: string;
  readonly timeoutUrl: string;
  readonly amountCents: number;
  /** Of a reversal: the payment; of a B2C: who gets it. */
  readonly receipt: string | null;
  readonly payee: string | null;
  readonly at: number;
  /** `open`: taken, and not final yet. `dropped`: never taken. */
  state: 'open' | 'paid' | 'failed' | 'dropped';
  finalAt: number | null;
  providerReceipt: string | null;
  /** What the provider told wrongly about it: it never lies about one request in two ways. */
  lie: 'none' | 'result' | 'status';
}

/** Money that left the shop's account. */
export interface MoneyOut {
  readonly by: 'ours' | 'outside' | 'hand';
  readonly rail: 'reversal' | 'b2c';
  /** The payment that it gives back; null for a B2C of ours: the provider does not know it. */
  readonly receipt: string | null;
  readonly providerReceipt: string;
  readonly amountCents: number;
  readonly payee: string;
  readonly at: number;
  readonly attempt: string | null;
}

/** The provider's books. They are the judge: what the desk says of itself is compared with them. */
export interface Books {
  readonly payments: Map<string, PaidIn>;
  readonly requests: MoneyRequest[];
  readonly out: MoneyOut[];
  newReceipt(at: number): string;
}

const OPAQUE = Array.from('ABCDEFGHJKLMNPQRSTUVWXYZ23456789');
/** Letters of a receipt's year, month and day (daraja.md §9). */
const MONTHS = 'ABCDEFGHIJKL';
const DAYS = '123456789ABCDEFGHIJKLMNOPQRSTUV';
const EAT = 3 * 3_600_000;

export function newBooks(seed: number): Books {
  const random = randomOf(seed, 'receipts');
  const given = new Set<string>();
  return {
    payments: new Map(),
    requests: [],
    out: [],
    newReceipt: (at) => {
      for (;;) {
        const receipt = receiptAt(at, () => random.pick(OPAQUE));
        // Digits in it: what reads like a word is another matter, and measured elsewhere.
        if (given.has(receipt) || !/\d.*\d/.test(receipt.slice(3))) continue;
        given.add(receipt);
        return receipt;
      }
    },
  };
}

function receiptAt(at: number, opaque: () => string): string {
  const date = new Date(at + EAT);
  const year = String.fromCodePoint(65 + date.getUTCFullYear() - 2006);
  const start = `${year}${MONTHS.charAt(date.getUTCMonth())}${DAYS.charAt(date.getUTCDate() - 1)}`;
  return start + Array.from({ length: 7 }, opaque).join('');
}

/** What went out of that payment by anybody's hand but ours: then a reversal finds it gone. */
export function reversalOf(books: Books, receipt: string): MoneyOut | undefined {
  return books.out.find((out) => out.rail === 'reversal' && out.receipt === receipt);
}

export function requestOf(books: Books, attempt: string): MoneyRequest | undefined {
  return books.requests.find((request) => request.attempt === attempt);
}
