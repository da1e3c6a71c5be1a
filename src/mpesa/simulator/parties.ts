import { createHash } from 'node:crypto';
import type { Behaviour } from './faults.ts';
import type { PartyForm } from './options.ts';
import type { Item } from './results.ts';
import type { Workings } from './workings.ts';

/** `2547XXXXXXXX - NAME`, with the number masked or hashed, or an item without a Value. */
export function partyItem(workings: Workings, key: string, msisdn: string, behaviour: Behaviour): Item {
  const form = formOf(workings, behaviour);
  if (form === 'missing') return { key };
  return { key, value: `${shown(msisdn, form)} - ${nameOf(workings, msisdn)}` };
}

/**
 * The MSISDN of a C2B confirmation: in full, with the spaces and stars of the second version, or as 64 hex digits;
 * null when there is none. The names beside it: all of them, or the first alone (daraja.md §5).
 */
export function confirmedPayer(
  workings: Workings,
  msisdn: string,
  behaviour: Behaviour,
): { readonly msisdn: string | null; readonly names: readonly string[] } {
  const form = formOf(workings, behaviour);
  const names = nameOf(workings, msisdn).split(' ');
  if (form === 'missing') return { msisdn: null, names };
  if (form !== 'masked') return { msisdn: shown(msisdn, form), names };
  return { msisdn: `${msisdn.slice(0, 4)} ***** ${msisdn.slice(-3)}`, names: names.slice(0, 1) };
}

/** How a page of Pull shows the payer: nine digits as a number, unless a rule hides them (daraja.md §5). */
export function pulledPayer(msisdn: string, behaviour: Behaviour): string | number | null {
  if (behaviour.party_missing) return null;
  if (behaviour.party_hashed) return shown(msisdn, 'hashed');
  return behaviour.party_masked ? shown(msisdn, 'masked') : Number(msisdn.slice(3));
}

/** The shop's own party, which nobody hides. */
export function shopItem({ settings }: Workings, key: string): Item {
  return { key, value: `${settings.shortcode} - SIMULATED SHOP` };
}

function formOf({ settings }: Workings, behaviour: Behaviour): PartyForm {
  if (behaviour.party_missing) return 'missing';
  if (behaviour.party_hashed) return 'hashed';
  return behaviour.party_masked ? 'masked' : settings.parties;
}

/** The hash is over the twelve digits, without salt (daraja.md §5). */
function shown(msisdn: string, form: Exclude<PartyForm, 'missing'>): string {
  if (form === 'full') return msisdn;
  if (form === 'masked') return `${msisdn.slice(0, 4)}****${msisdn.slice(-4)}`;
  return createHash('sha256').update(msisdn).digest('hex');
}

export function nameOf({ books }: Workings, msisdn: string): string {
  return books.money.payerName(msisdn) ?? 'SIMULATED CUSTOMER';
}
