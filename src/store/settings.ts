import { randomBytes } from 'node:crypto';
import type { Instant } from '../core/clock.ts';
import { invariant } from '../core/errors.ts';
import type { Db } from './open.ts';
import { one, run } from './statement.ts';

/** Reads one setting of the installation; null when it was never set. */
export function settingOf(db: Db, name: string): string | null {
  return (
    (one(db, 'SELECT value FROM settings WHERE name = ?', name)?.['value'] as string | undefined) ?? null
  );
}

/** The secret of keys and callback paths, made once at `init`. */
export function secretOf(db: Db): string {
  const secret = settingOf(db, 'secret');
  invariant(secret !== null, 'the database has no secret: it was not made by init');
  return secret;
}

/** Makes the secret of a new installation; one that is there stays. */
export function makeSecret(db: Db, now: Instant): void {
  run(
    db,
    `INSERT INTO settings (name, value, changed_at, changed_by) VALUES ('secret', ?, ?, 'init')
     ON CONFLICT (name) DO NOTHING`,
    randomBytes(32).toString('hex'),
    now,
  );
}

/** Money may go out unless somebody pulled the kill switch. */
export function payoutsLive(db: Db): boolean {
  return settingOf(db, 'payouts_live') !== 'no';
}
