import { refusedWith } from './fault-answers.ts';
import type { Answer } from './fault-answers.ts';
import type { Incoming } from './exchange.ts';
import type { Behaviour } from './faults.ts';
import { textOf } from './checks.ts';
import { firstBadField, firstField } from './fields.ts';
import type { Fields } from '../../core/json.ts';
import type { PayInOperation, QueuedOperation } from './operations.ts';
import { bearerIsGood } from './tokens.ts';
import type { Workings } from './workings.ts';

/** A request that is in the books. */
export interface Booked {
  readonly number: number;
  /** Its JSON object with its credential; null when the body was none. */
  readonly fields: Fields | null;
  readonly behaviour: Behaviour;
  /** Mixed into the ids that it is answered with. */
  readonly salt: string;
}

type AskedOperation = QueuedOperation | PayInOperation;

/** How each API words a bad access token (daraja.md §1). */
const BAD_TOKEN: Readonly<Record<AskedOperation, string>> = {
  reversal: '404.001.03',
  status: '400.003.01',
  b2c: '401.002.01',
  c2b_register: '400.003.01',
  c2b: '400.003.01',
  stk: '404.001.03',
  stk_query: '404.001.03',
  pull_register: '401.001',
  pull: '401.001',
};

/**
 * Daraja's own reasons to refuse, in the order in which it finds them. The credential is none of them. The portal has
 * Pull asked by GET, with a body; its clients POST (daraja.md §5).
 */
export function refuse(
  workings: Workings,
  operation: AskedOperation,
  incoming: Incoming,
  booked: Booked,
): Answer | null {
  const { fields, behaviour, salt } = booked;
  const mayGet = operation === 'pull';
  if (incoming.method !== 'POST' && !(mayGet && incoming.method === 'GET'))
    return refusedWith(salt, '405.001');
  if (!incoming.authorization.startsWith('Bearer ')) return refusedWith(salt, '404.001.04');
  if (behaviour.token_ended) workings.books.settings.endTokens();
  const tokenIsGood = behaviour.token_invalid !== true && bearerIsGood(workings, incoming.authorization);
  if (!tokenIsGood) return refusedWith(salt, BAD_TOKEN[operation]);
  const invalid = (field: string): Answer =>
    refusedWith(salt, '400.002.02', `Bad Request - Invalid ${field}`);
  if (!/^application\/json\b/i.test(incoming.contentType)) return invalid(firstField(operation));
  if (fields === null) return refusedWith(salt, '400.002.05');
  const bad = firstBadField(operation, fields, workings.settings.shortcode);
  if (bad !== null) return invalid(bad);
  const id = textOf(fields['OriginatorConversationID']) ?? '';
  if (operation !== 'b2c' || behaviour.no_dedupe || !workings.settings.dedupe) return null;
  const known = workings.books.requests.byOriginatorConversationId(id) !== null;
  return known ? refusedWith(salt, '500.002.1001') : null;
}
