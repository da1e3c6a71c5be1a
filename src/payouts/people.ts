import type { Cents } from '../core/money.ts';

/** How many different people must approve a refund: two above the configured amount (payouts.md §1), if there is one. */
export function peopleNeeded(amountCents: Cents, twoPeopleAboveCents: Cents | null): 1 | 2 {
  return twoPeopleAboveCents === null || amountCents <= twoPeopleAboveCents ? 1 : 2;
}

/** A name as it counts for "different people": two spellings of one name are one person. Empty for no name. */
export function personKey(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
