import type { Recorded, WorldFact } from '../cases/change.ts';
import { contentHash, factId } from '../payouts/facts.ts';
import type { Fact } from '../payouts/types.ts';
import type { Db } from './open.ts';
import { all, one, run } from './statement.ts';

/** A callback's body is kept up to this length; no documented one is a tenth of it. */
const BODY_KEPT = 20_000;

/** Keeps what the world said, whatever the case's version or status. Runs inside one immediate transaction. */
export function recordInTransaction(db: Db, told: WorldFact): Recorded {
  if (told.kind === 'inquiry_callback') return recordAnswer(db, told);
  const known =
    told.attemptId !== null && one(db, 'SELECT 1 FROM attempts WHERE id = ?', told.attemptId) !== undefined;
  const isNew = known && told.fact !== null && addFact(db, told.attemptId, told.fact, told.at);
  if (told.kind === 'callback') {
    const fact = told.fact === null || told.attemptId === null ? null : factId(told.attemptId, told.fact);
    keepCallback(db, told, { attemptId: told.attemptId, factId: fact, inquiryId: null });
  } else if (told.asks !== undefined) {
    run(
      db,
      'UPDATE attempts SET asks = ?, next_ask_at = ? WHERE id = ?',
      told.asks.count,
      told.asks.nextAskAt,
      told.attemptId,
    );
  }
  if (!known) return { kind: 'unknown' };
  return { kind: isNew ? 'new' : 'known' };
}

/** An answer that is new makes its inquiry due, whatever its state: late ones are read too. */
function recordAnswer(db: Db, told: Extract<WorldFact, { kind: 'inquiry_callback' }>): Recorded {
  const { inquiryId, answer } = told;
  const known = one(db, 'SELECT 1 FROM inquiries WHERE id = ?', inquiryId) !== undefined;
  const id = answer === null ? null : contentHash([inquiryId, answer]);
  keepCallback(db, told, { attemptId: null, factId: id, inquiryId });
  if (!known) return { kind: 'unknown' };
  const added =
    id === null
      ? 0
      : run(
          db,
          'INSERT INTO inquiry_answers (id, inquiry_id, at, body) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
          id,
          inquiryId,
          told.at,
          JSON.stringify(answer),
        );
  if (added === 1) run(db, 'UPDATE inquiries SET next_at = ? WHERE id = ?', told.at, inquiryId);
  return { kind: added === 1 ? 'new' : 'known' };
}

/** What a callback turned out to be about. */
interface CallbackAbout {
  readonly attemptId: string | null;
  readonly factId: string | null;
  readonly inquiryId: string | null;
}

function keepCallback(
  db: Db,
  told: { readonly at: number; readonly path: string; readonly body: string; readonly why: string | null },
  about: CallbackAbout,
): void {
  run(
    db,
    'INSERT INTO callbacks (at, path, body, attempt_id, fact_id, why, inquiry_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
    told.at,
    told.path.slice(0, 500),
    told.body.slice(0, BODY_KEPT),
    about.attemptId,
    about.factId,
    told.why,
    about.inquiryId,
  );
}

function addFact(db: Db, attemptId: string, fact: Fact, at: number): boolean {
  const added = run(
    db,
    'INSERT INTO facts (id, attempt_id, at, kind, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
    factId(attemptId, fact),
    attemptId,
    at,
    fact.kind,
    JSON.stringify(fact),
  );
  if (added === 1 && !provesNothing(db, attemptId, fact)) {
    run(db, 'UPDATE attempts SET judge_at = ? WHERE id = ?', at, attemptId);
  }
  return added === 1;
}

/** Facts that never settle an attempt by themselves: with nothing to contradict, there is nothing to judge yet. */
const QUIET: ReadonlySet<Fact['kind']> = new Set([
  'acknowledged',
  'unknown_answer',
  'queue_timeout',
  'asked',
  'ask_failed',
]);

function provesNothing(db: Db, attemptId: string, fact: Fact): boolean {
  if (!QUIET.has(fact.kind)) return false;
  const kinds = all(db, 'SELECT DISTINCT kind FROM facts WHERE attempt_id = ?', attemptId);
  return kinds.every(({ kind }) => QUIET.has(kind as Fact['kind']));
}
