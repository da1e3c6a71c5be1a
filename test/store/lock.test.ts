import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeWorkerLock } from '../../src/store/lock.ts';
import { startChild, type Child } from './kit.ts';

// Goal: one worker a file, and none that is dead. Method: real processes, one of them killed.

let folder: string;
let holder: Child | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rudisha-lock-'));
});
afterEach(async () => {
  holder?.process.kill('SIGKILL');
  await holder?.gone;
  holder = null;
  rmSync(folder, { recursive: true, force: true });
});

it('a second taker gets null until the holder is killed, and then the lock at once', async () => {
  const path = join(folder, 'rudisha.db');
  holder = startChild('holds-worker-lock', path);
  expect(await holder.says()).toBe('held');
  expect(takeWorkerLock(path)).toBeNull();
  expect(takeWorkerLock(path)).toBeNull();
  holder.process.kill('SIGKILL');
  await holder.gone;
  const lock = takeWorkerLock(path);
  expect(lock).not.toBeNull();
  expect(takeWorkerLock(path)).toBeNull();
  lock?.release();
});

it('a lock that is released goes to the next taker, and locks of two files do not meet', async () => {
  const path = join(folder, 'rudisha.db');
  const lock = takeWorkerLock(path);
  const other = takeWorkerLock(join(folder, 'other.db'));
  expect([lock, other]).not.toContain(null);
  lock?.release();
  holder = startChild('holds-worker-lock', path);
  expect(await holder.says()).toBe('held');
  holder.tell('release');
  expect(await holder.says()).toBe('released');
  const again = takeWorkerLock(path);
  expect(again).not.toBeNull();
  again?.release();
  other?.release();
});
