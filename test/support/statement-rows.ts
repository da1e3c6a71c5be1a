import type { Instant } from '../../src/core/clock.ts';
import type { Receipt } from '../../src/reading/types.ts';
import type { OutgoingRow } from '../../src/records/statement.ts';
import type { Payer } from '../../src/records/types.ts';
import { shillings } from './journey.ts';

/** KES 150 that went out, as the shop's statement shows it. */
export function outgoingRow(receipt: string, at: Instant, payer: Payer): OutgoingRow {
  return {
    kind: 'outgoing',
    line: 9,
    receipt: receipt as Receipt,
    amountCents: shillings(150),
    at,
    payer,
    name: 'JANE MFANO',
    linked: null,
  };
}
