import type { Instant } from '../../core/clock.ts';
import type { BooksFile } from './books-open.ts';
import type { Behaviour } from './faults.ts';
import type { AcceptedOperation, Operation } from './operations.ts';

/** What is known about a request when it arrives. */
export interface ReceivedRequest {
  readonly operation: Operation;
  readonly path: string;
  /** The body as text, without the security credential. */
  readonly body: string;
  /** The path of its ResultURL, which tells one attempt of a client from the next; empty when it has none. */
  readonly resultPath: string;
  readonly receivedAt: Instant;
  readonly behaviour: Behaviour;
  /** Which rules of which fault script made the behaviour. */
  readonly rules: readonly string[];
  readonly credential: 'right' | 'wrong';
}

/** An accepted request, as it is carried out later, possibly by the next process. */
export interface AcceptedRequest {
  readonly number: number;
  readonly operation: AcceptedOperation;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly behaviour: Behaviour;
  readonly credential: 'right' | 'wrong';
  readonly originatorConversationId: string;
  readonly conversationId: string;
  readonly resultCode: string | null;
  readonly transactionId: string | null;
}

interface AcceptedRow {
  readonly number: number;
  readonly operation: AcceptedOperation;
  readonly body: string;
  readonly behaviour: string;
  readonly credential: 'right' | 'wrong';
  readonly originator_conversation_id: string;
  readonly conversation_id: string;
  readonly result_code: string | null;
  readonly transaction_id: string | null;
}

export type RequestsTable = ReturnType<typeof requestsTable>;

export function requestsTable(db: BooksFile) {
  const insert = db.prepare(
    `INSERT INTO requests (operation, path, body, result_path, received_at, behaviour, rules, credential)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const count = db.prepare<[string], { readonly n: number }>(
    'SELECT count(*) AS n FROM requests WHERE operation = ?',
  );
  const applied = db.prepare<[string], { readonly n: number }>(
    'SELECT count(*) AS n FROM requests WHERE EXISTS (SELECT 1 FROM json_each(rules) WHERE value = ?)',
  );
  const accept = db.prepare(
    `UPDATE requests SET accepted = 1, outcome = 'accepted', originator_conversation_id = ?, conversation_id = ?,
     process_at = ? WHERE number = ?`,
  );
  const outcome = db.prepare('UPDATE requests SET outcome = ? WHERE number = ?');
  const finish = db.prepare(
    'UPDATE requests SET processed_at = ?, result_code = ?, transaction_id = ? WHERE number = ?',
  );
  const postpone = db.prepare(
    'UPDATE requests SET process_at = ?, result_code = ?, transaction_id = ? WHERE number = ?',
  );
  const byNumber = db.prepare<[number], AcceptedRow>(
    'SELECT * FROM requests WHERE number = ? AND accepted = 1',
  );
  const byId = db.prepare<[string], AcceptedRow>(
    `SELECT * FROM requests WHERE originator_conversation_id = ? AND accepted = 1 AND operation IN ('reversal', 'b2c')
     ORDER BY number`,
  );
  const push = db.prepare<[string], AcceptedRow>(
    `SELECT * FROM requests WHERE operation = 'stk' AND conversation_id = ? AND accepted = 1 ORDER BY number DESC`,
  );
  const rulesOf = db.prepare<[number], { readonly rules: string }>(
    'SELECT rules FROM requests WHERE number = ?',
  );
  const setRules = db.prepare('UPDATE requests SET rules = ? WHERE number = ?');
  const due = db.prepare<[Instant], AcceptedRow>(
    'SELECT * FROM requests WHERE process_at <= ? AND processed_at IS NULL ORDER BY process_at, number',
  );
  const next = db.prepare<[], { readonly at: Instant | null }>(
    'SELECT min(process_at) AS at FROM requests WHERE process_at IS NOT NULL AND processed_at IS NULL',
  );

  return {
    record(request: ReceivedRequest): number {
      const { operation, path, body, resultPath, receivedAt, behaviour, rules, credential } = request;
      const texts = [JSON.stringify(behaviour), JSON.stringify(rules)];
      return Number(
        insert.run(operation, path, body, resultPath, receivedAt, ...texts, credential).lastInsertRowid,
      );
    },
    countOf: (operation: Operation): number => count.get(operation)?.n ?? 0,
    timesApplied: (rule: string): number => applied.get(rule)?.n ?? 0,
    /** `processAt` null: it is taken and nothing ever comes of it. */
    accept(number: number, ids: ConversationIds, processAt: Instant | null): void {
      accept.run(ids.originatorConversationId, ids.conversationId, processAt, number);
    },
    setOutcome: (number: number, text: string): void => {
      outcome.run(text, number);
    },
    finish: (number: number, at: Instant, resultCode: string, transactionId: string): void => {
      finish.run(at, resultCode, transactionId, number);
    },
    /** It failed, and is carried out after all at `processAt`: it is due again, with the code of the failure. */
    postpone: (number: number, processAt: Instant, resultCode: string, transactionId: string): void => {
      postpone.run(processAt, resultCode, transactionId, number);
    },
    accepted: (number: number): AcceptedRequest | null => fromRow(byNumber.get(number)),
    /** The payout or reversal with that OriginatorConversationID; the first one, where repeats are taken. */
    byOriginatorConversationId: (id: string): AcceptedRequest | null => fromRow(byId.get(id)),
    /** The push with that CheckoutRequestID. */
    push: (checkoutRequestId: string): AcceptedRequest | null => fromRow(push.get(checkoutRequestId)),
    rulesOf: (number: number): readonly string[] =>
      JSON.parse(rulesOf.get(number)?.rules ?? '[]') as readonly string[],
    setRules: (number: number, rules: readonly string[]): void => {
      setRules.run(JSON.stringify(rules), number);
    },
    due: (now: Instant): readonly AcceptedRequest[] => due.all(now).flatMap((row) => fromRow(row) ?? []),
    nextDueAt: (): Instant | null => next.get()?.at ?? null,
  };
}

export interface ConversationIds {
  readonly originatorConversationId: string;
  readonly conversationId: string;
}

function fromRow(row: AcceptedRow | undefined): AcceptedRequest | null {
  if (row === undefined) return null;
  return {
    number: row.number,
    operation: row.operation,
    fields: JSON.parse(row.body) as Record<string, unknown>,
    behaviour: JSON.parse(row.behaviour) as Behaviour,
    credential: row.credential,
    originatorConversationId: row.originator_conversation_id,
    conversationId: row.conversation_id,
    resultCode: row.result_code,
    transactionId: row.transaction_id,
  };
}
