import { createHash, randomBytes } from 'node:crypto';
import type { Instant } from '../../core/clock.ts';
import type { BooksFile } from './books-open.ts';
import { parseFaultRules } from './faults.ts';
import type { FaultRule } from './faults.ts';

/** Where a shop hears of payments (daraja.md §5). */
export interface RegisteredUrls {
  readonly confirmationUrl: string;
  readonly validationUrl: string;
}

/** The fault script and its edition: setting a script anew starts its rules' `times` from the beginning. */
export interface FaultScript {
  readonly edition: number;
  readonly rules: readonly FaultRule[];
}

export type SettingsTable = ReturnType<typeof settingsTable>;

/** What the simulator remembers besides money: the fault script, wrong credentials, access tokens. */
export function settingsTable(db: BooksFile) {
  const read = db.prepare<[string], { readonly value: string }>('SELECT value FROM settings WHERE name = ?');
  const write = db.prepare(
    'INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  const addToken = db.prepare('INSERT INTO tokens VALUES (?, ?)');
  const dropTokens = db.prepare('DELETE FROM tokens');
  const findToken = db.prepare<[string, Instant]>('SELECT 1 FROM tokens WHERE sha256 = ? AND expires_at > ?');
  const addSalt = db.prepare(`INSERT INTO settings VALUES ('salt', ?) ON CONFLICT DO NOTHING`);
  addSalt.run(randomBytes(8).toString('hex'));
  const salt = read.get('salt')?.value ?? '';
  const numberOf = (name: string): number => Number(read.get(name)?.value ?? 0);

  return {
    /** Made with the books: two simulators never give out the same receipts and ids. */
    salt,
    faultScript(): FaultScript {
      const rules: unknown = JSON.parse(read.get('faults')?.value ?? '[]');
      return { edition: numberOf('faults edition'), rules: parseFaultRules(rules) };
    },
    /** The same script again (a restart with the same options) is no new edition. */
    setFaultScript(rules: readonly FaultRule[], again: 'new edition' | 'unless the same'): void {
      const text = JSON.stringify(rules);
      if (again === 'unless the same' && read.get('faults')?.value === text) return;
      write.run('faults', text);
      write.run('faults edition', String(numberOf('faults edition') + 1));
    },
    wrongCredentials: (): number => numberOf('wrong credentials'),
    setWrongCredentials: (count: number): void => {
      write.run('wrong credentials', String(count));
    },
    /** How far simulated time is ahead of the clock, in milliseconds. */
    aheadMs: (): number => numberOf('ahead ms'),
    setAheadMs: (ms: number): void => {
      write.run('ahead ms', String(ms));
    },
    registeredUrls: (): RegisteredUrls | null =>
      JSON.parse(read.get('c2b urls')?.value ?? 'null') as RegisteredUrls | null,
    /** Null: deleted, as two operators do in the portal. */
    setRegisteredUrls: (urls: RegisteredUrls | null): void => {
      write.run('c2b urls', JSON.stringify(urls));
    },
    pullIsRegistered: (): boolean => read.get('pull') !== undefined,
    registerPull: (): void => {
      write.run('pull', 'registered');
    },
    addToken(token: string, expiresAt: Instant, endOthers: boolean): void {
      if (endOthers) dropTokens.run();
      addToken.run(sha256(token), expiresAt);
    },
    endTokens: (): void => {
      dropTokens.run();
    },
    tokenIsGood: (token: string, now: Instant): boolean => findToken.get(sha256(token), now) !== undefined,
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
