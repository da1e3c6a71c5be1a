import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/open.ts';
import { initDatabase } from '../../src/store/init.ts';
import { secretOf } from '../../src/store/settings.ts';

// Goal: what `init` leaves on the disk. Method: real files.

describe('init', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rudisha-init-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('makes a file that only its owner can read, for it holds phone numbers and the secret', async () => {
    const path = join(folder, 'rudisha.db');
    await initDatabase(path, 1);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('done again keeps the secret, so that stored keys and callback paths stay valid', async () => {
    const path = join(folder, 'rudisha.db');
    expect(await initDatabase(path, 1)).toMatchObject({ created: true });
    const secret = await secretIn(path);
    expect(await initDatabase(path, 2)).toMatchObject({ created: false, backup: null });
    expect(await secretIn(path)).toBe(secret);
  });
});

async function secretIn(path: string): Promise<string> {
  const db = await openDatabase(path, { create: false });
  try {
    return secretOf(db);
  } finally {
    db.close();
  }
}
