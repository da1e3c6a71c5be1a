import { join } from 'node:path';
import { initDatabase } from '../../../src/store/init.ts';
import { openDatabase, type Db } from '../../../src/store/open.ts';
import { rounded } from './statistics.ts';

export interface BytesPerCase {
  readonly total: number;
  /** Table by table with its indexes, the largest first. */
  readonly byTable: Readonly<Record<string, number>>;
}

/**
 * (d): pages of the file that closed cases filled through the engine, less those of an empty database, by table. The
 * case's own payment and order are in it: an import wrote them.
 */
export async function bytesPerCase(folder: string, path: string, cases: number): Promise<BytesPerCase> {
  const empty = join(folder, 'empty.db');
  await initDatabase(empty, Date.now());
  const [full, none] = [await pagesOf(path), await pagesOf(empty)];
  const perCase = [...full]
    .map(([table, bytes]) => [table, rounded((bytes - (none.get(table) ?? 0)) / cases)] as const)
    .filter(([, bytes]) => bytes > 0)
    .sort(([, left], [, right]) => right - left);
  return {
    total: perCase.reduce((sum, [, bytes]) => sum + bytes, 0),
    byTable: Object.fromEntries(perCase),
  };
}

async function pagesOf(path: string): Promise<ReadonlyMap<string, number>> {
  const db: Db = await openDatabase(path, { create: false });
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
    const rows = db
      .prepare(
        `SELECT coalesce(tbl_name, dbstat.name) AS owner, sum(pgsize) AS bytes
         FROM dbstat LEFT JOIN sqlite_schema ON sqlite_schema.name = dbstat.name GROUP BY 1`,
      )
      .all() as readonly { readonly owner: string; readonly bytes: number }[];
    return new Map(rows.map(({ owner, bytes }) => [owner, bytes]));
  } finally {
    db.close();
  }
}
