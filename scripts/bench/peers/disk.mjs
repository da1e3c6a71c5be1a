/** What this disk does by itself: one row of 100 bytes a commit with Rudisha's pragmas. Disks swing within seconds. */
import Database from 'better-sqlite3';
import { join } from 'node:path';

const COMMITS = 150;

/** Returns a function that measures commits a second now. */
export function bareCommits(folder) {
  const db = new Database(join(folder, 'bare.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE rows (text TEXT)');
  const insert = db.prepare('INSERT INTO rows VALUES (?)');
  const row = 'x'.repeat(100);
  return () => {
    const start = performance.now();
    for (let n = 0; n < COMMITS; n += 1) insert.run(row);
    return (COMMITS * 1_000) / (performance.now() - start);
  };
}
