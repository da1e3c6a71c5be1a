import type { Recorded, WorldFact } from '../cases/change.ts';
import { factId } from '../payouts/facts.ts';
import type { Fact } from '../payouts/types.ts';
import type { Db } from './open.ts';
import { all, one, run } from './statement.ts';

/** A callback's body is kept up to this length; no documented one is a tenth of it. */
const BODY_KEPT = 20_000;

/** Keeps what the world said, whatever the case's version or status. Runs inside one immediate transaction. */
export function recordInTransaction(db: Db, told: WorldFact): Recorded {
  const known =
    told.attemptId !== null && one(db, 'SELECT 1 FROM attempts WHERE id = ?', told.attemptId) !== undefined;
  const isNew = known && told.fact !== null && addFact(db, told.attemptId, told.fact, told.at);
  if (told.kind === 'callback') {
    run(
      db,
      'INSERT INTO callbacks (at, path, body, attempt_id, fact_id, why) VALUES (?, ?, ?, ?, ?, ?)',
      told.at,
      told.path.slice(0, 500),
      told.body.slice(0, BODY_KEPT),
      told.attemptId,
      told.fact === null || told.attemptId === null ? null : factId(told.attemptId, told.fact),
      told.why,
    );
  } else if (told.asks !== undefined) {
    run(
      db,
      'UPDATE attempts SET asks = ?, next_ask_at = ? WHERE id = ?',
      told.asks.count,
      told.asks.nextAskAt,
      told.attemptId,
    );
  }
  if (!known) return { kind: 'unknown_attempt' };
  return { kind: isNew ? 'new' : 'known' };
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
