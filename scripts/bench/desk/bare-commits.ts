import type Database from 'better-sqlite3';
import { openDatabase } from '../../../src/store/open.ts';

/** The machine's own limit: the smallest commit that SQLite can make durable, with the pragmas of the real store. */
export interface BareCommits {
  /** Commits so many rows one by one; milliseconds. */
  run(commits: number): number;
  close(): void;
}

/** About a small row of the real tables. What is beside it in a real commit is the store's to pay for. */
const VALUE = 'x'.repeat(100);

export async function bareCommits(path: string): Promise<BareCommits> {
  const db = await openDatabase(path, { create: true });
  db.exec('CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, value TEXT NOT NULL) STRICT');
  const insert: Database.Statement = db.prepare('INSERT INTO bare (value) VALUES (?)');
  return {
    run: (commits) => {
      const start = performance.now();
      for (let done = 0; done < commits; done += 1) insert.run(VALUE);
      return performance.now() - start;
    },
    close: () => {
      db.close();
    },
  };
}
