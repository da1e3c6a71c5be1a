import Database from 'better-sqlite3';

/**
 * Changes to the SQLite driver of one process: the program under test stays as it is, and what no port sees (the
 * statements of a migration, the size of a checkpoint) can be reached all the same.
 */

// Methods are taken from the prototype to be put back around themselves; `this` is given at each call.
/* eslint-disable @typescript-eslint/unbound-method */

/** Each commit moves the write-ahead log into the file: a kill finds the file itself half written, not only its log. */
export function withSmallCheckpoints(): void {
  const { pragma } = Database.prototype;
  Database.prototype.pragma = function (this: Database.Database, source, options) {
    const result = pragma.call(this, source, options);
    if (/^journal_mode = WAL$/i.test(source)) pragma.call(this, 'wal_autocheckpoint = 1');
    return result;
  };
}

/** Passes a boundary before and after every `exec`, and around the copy that a migration makes first. */
export function watchStatements(pass: (call: string) => void): void {
  const { exec, prepare } = Database.prototype;
  Database.prototype.exec = function (this: Database.Database, sql) {
    const name = nameOf(sql);
    pass(`${name} before`);
    const result = exec.call(this, sql);
    pass(`${name} after`);
    return result;
  };
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql) as Database.Statement;
    if (!sql.startsWith('VACUUM')) return statement;
    const run = statement.run.bind(statement);
    statement.run = (...given: unknown[]) => {
      pass('VACUUM INTO before');
      const done = run(...given);
      pass('VACUUM INTO after');
      return done;
    };
    return statement;
  } as typeof prepare;
}

/** The first words of a statement, without comments. */
function nameOf(sql: string): string {
  return sql
    .replace(/--.*$/gm, '')
    .trim()
    .split(/[\s(]+/)
    .slice(0, 3)
    .join(' ');
}
