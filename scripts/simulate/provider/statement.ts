import { createHash } from 'node:crypto';
import { B2C_SHORTCODE } from './bodies.ts';
import type { Books, MoneyOut, PaidIn } from './books.ts';

const HEADER =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.';

/** The organisation statement as the portal exports it (daraja.md §9), with what happened up to a moment. */
export function statementOf(
  books: Books,
  upTo: number,
  isShown: (receipt: string) => boolean,
  payeeOf: (receipt: string) => string,
): Buffer {
  const rows = [
    ...[...books.payments.values()]
      .filter(({ paidAt, receipt }) => paidAt <= upTo && isShown(receipt))
      .map(paidIn),
    ...books.out.filter(({ at }) => at <= upTo).map((out) => paidOut(out, payeeOf)),
  ];
  return Buffer.from([`Duka,,,,`, HEADER, ...rows].join('\r\n'), 'utf8');
}

function paidIn(payment: PaidIn): string {
  const party = partyOf(payment);
  return row([
    payment.receipt,
    time(payment.paidAt),
    time(payment.paidAt),
    `Pay Bill from ${party} Acc. ${payment.account}`,
    'Completed',
    money(payment.amountCents),
    '',
    '100000.00',
    'true',
    'Pay Bill Online',
    party,
    '',
    payment.account,
  ]);
}

function partyOf({ payer, shown }: PaidIn): string {
  if (shown === 'hashed') return createHash('sha256').update(payer).digest('hex');
  return `${shown === 'full' ? payer : `${payer.slice(0, 4)}*****${payer.slice(-3)}`} - MTEJA MMOJA`;
}

function paidOut(out: MoneyOut, payeeOf: (receipt: string) => string): string {
  const isReversal = out.rail === 'reversal';
  const party = `${isReversal ? payeeOf(out.receipt ?? '') : out.payee} - MTEJA MMOJA`;
  return row([
    out.providerReceipt,
    time(out.at),
    time(out.at),
    isReversal ? `Reversal of ${out.receipt ?? ''}` : `Business Payment to Customer from ${B2C_SHORTCODE}`,
    'Completed',
    '',
    `-${money(out.amountCents)}`,
    '100000.00',
    'true',
    isReversal ? 'Reversal' : 'Business Payment to Customer',
    party,
    isReversal ? (out.receipt ?? '') : '',
    '',
  ]);
}

function row(cells: readonly string[]): string {
  return cells.map((cell) => (/[",]/.test(cell) ? `"${cell}"` : cell)).join(',');
}

function money(amountCents: number): string {
  return (amountCents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
}

const EAT = 3 * 3_600_000;

function time(at: number): string {
  const [year, month, day] = new Date(at + EAT).toISOString().slice(0, 10).split('-');
  return `${day ?? ''}-${month ?? ''}-${year ?? ''} ${new Date(at + EAT).toISOString().slice(11, 19)}`;
}
