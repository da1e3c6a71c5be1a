import type { Workings } from './workings.ts';

/** `2547XXXXXXXX - NAME`, or with the number masked: nobody public knows which production shows (daraja.md §5). */
export function partyText(workings: Workings, msisdn: string): string {
  const { books, settings } = workings;
  const number = settings.parties === 'full' ? msisdn : `${msisdn.slice(0, 4)}****${msisdn.slice(-4)}`;
  return `${number} - ${books.money.payerName(msisdn) ?? 'SIMULATED CUSTOMER'}`;
}
