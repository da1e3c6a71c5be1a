import type { Instant } from '../../core/clock.ts';
import type { BooksFile } from './books-open.ts';

type CallbackState = 'pending' | 'delivered' | 'given_up' | 'lost';

export interface BookedCallback {
  readonly id: number;
  readonly request: number;
  readonly url: string;
  readonly body: string;
  readonly dueAt: Instant;
  readonly attempts: number;
  /** `lost`: the fault script kept it from being sent. `given_up`: nobody took it. */
  readonly state: CallbackState;
}

const COLUMNS = 'id, request, url, body, due_at AS dueAt, attempts, state';

export type CallbacksTable = ReturnType<typeof callbacksTable>;

/** What is to be told to clients. In the books, so that the next process tells what this one could not. */
export function callbacksTable(db: BooksFile) {
  const insert = db.prepare(
    'INSERT INTO callbacks (request, url, body, due_at, state) VALUES (?, ?, ?, ?, ?)',
  );
  // `?` is a JSON list of the callbacks under way: still pending here, and not to be started a second time.
  const waiting = `FROM callbacks WHERE state = 'pending' AND id NOT IN (SELECT value FROM json_each(?))`;
  const due = db.prepare<[string, Instant, number], BookedCallback>(
    `SELECT ${COLUMNS} ${waiting} AND due_at <= ? ORDER BY due_at, id LIMIT ?`,
  );
  const next = db.prepare<[string], { readonly at: Instant }>(
    `SELECT due_at AS at ${waiting} ORDER BY due_at, id LIMIT 1`,
  );
  const ofRequest = db.prepare<[number], BookedCallback>(
    `SELECT ${COLUMNS} FROM callbacks WHERE state = 'pending' AND request = ? ORDER BY id`,
  );
  const all = db.prepare<[], BookedCallback>(`SELECT ${COLUMNS} FROM callbacks ORDER BY id`);
  const update = db.prepare(
    'UPDATE callbacks SET attempts = attempts + 1, state = ?, due_at = ? WHERE id = ?',
  );

  return {
    add(callback: Omit<BookedCallback, 'id' | 'attempts' | 'state'>, state: 'pending' | 'lost'): void {
      insert.run(callback.request, callback.url, callback.body, callback.dueAt, state);
    },
    due: (underWay: Iterable<number>, now: Instant, limit: number): readonly BookedCallback[] =>
      due.all(JSON.stringify([...underWay]), now, limit),
    nextDueAt: (underWay: Iterable<number>): Instant | null =>
      next.get(JSON.stringify([...underWay]))?.at ?? null,
    pendingOf: (request: number): readonly BookedCallback[] => ofRequest.all(request),
    all: (): readonly BookedCallback[] => all.all(),
    tried(callback: BookedCallback, state: CallbackState, dueAt: Instant): void {
      update.run(state, dueAt, callback.id);
    },
  };
}
