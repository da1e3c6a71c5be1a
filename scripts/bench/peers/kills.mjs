/**
 * SIGKILL between the provider's acceptance and the record of it, so many times, and what the provider's books say
 * after each case was recovered and closed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { complaint } from './journey.mjs';
import { Member } from './member.mjs';

/** One case: to the approval, on to the provider, dead, started again, closed. Returns the process that runs then. */
async function oneKill(env, provider, worker, one) {
  worker.tell({ ask: 'start', one });
  await worker.hear('waiting', one.caseId);
  worker.tell({ ask: 'approve', one });
  await provider.hear('accepted', one.caseId);
  const how = await worker.kill();
  if (how !== 'SIGKILL') throw new Error(`not killed but ended with ${how}`);
  const next = new Member('./worker.mjs', env);
  await next.hear('ready');
  next.tell({ ask: 'recover', one });
  await next.hear('closed', one.caseId);
  return next;
}

/**
 * So many kills of a peer, in lanes with a store and a process of their own each: a peer that waits for a lease waits
 * for several at once.
 */
export async function killPeer({ peer, kills, lanes = 1, environment = {}, say }) {
  const folder = mkdtempSync(join(tmpdir(), 'rudisha-peer-'));
  const provider = new Member('./provider.mjs');
  const workers = new Set();
  try {
    const { url } = await provider.hear('ready');
    const cases = Array.from({ length: kills }, (_, n) => complaint(n));
    const left = [...cases];
    let done = 0;
    const begin = async (n) => {
      const env = {
        ...environment,
        PEER: peer,
        PROVIDER_URL: url,
        PEER_FOLDER: folder,
        PEER_LANE: `lane-${n}`,
      };
      const worker = new Member('./worker.mjs', env);
      workers.add(worker);
      await worker.hear('ready');
      return { env, worker };
    };
    const lane = async ({ env, worker: first }) => {
      let worker = first;
      for (let one = left.shift(); one !== undefined; one = left.shift()) {
        worker = await oneKill(env, provider, worker, one);
        workers.add(worker);
        say(`${peer}: ${(done += 1)} of ${kills} kills`);
      }
    };
    // One after the other: a peer makes its tables at its first start, and two that do so at once can deadlock.
    const begun = [];
    for (let n = 0; n < Math.min(lanes, kills); n += 1) begun.push(await begin(n));
    await Promise.all(begun.map(lane));
    provider.tell({ ask: 'books' });
    const { payouts } = await provider.hear('books');
    return countsOf(cases.map(({ caseId }) => payouts[caseId] ?? 0));
  } finally {
    await Promise.all([...workers, provider].map((member) => member.kill()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From how often each case was paid. */
export function countsOf(times) {
  return {
    kills: times.length,
    payouts: times.reduce((sum, n) => sum + n, 0),
    double_payouts: times.filter((n) => n > 1).length,
    unpaid: times.filter((n) => n === 0).length,
  };
}
