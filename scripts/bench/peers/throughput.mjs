/** Starts measure.mjs for a peer, with a store of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Member } from './member.mjs';

/** OpenWorkflow polls for work: its cases one at a time take most of a second each. */
const SIZES = { openworkflow: { rounds: 1, single: 10, many: 200, inFlight: 32 } };
const SIZE = { rounds: 3, single: 100, many: 200, inFlight: 32 };

export async function throughputOf({ peer, environment = {}, say }) {
  const folder = mkdtempSync(join(tmpdir(), 'rudisha-peer-'));
  say(`${peer}: throughput`);
  const member = new Member('./measure.mjs', {
    ...environment,
    PEER: peer,
    PEER_FOLDER: folder,
    PEER_LANE: 'throughput',
    PEER_SIZE: JSON.stringify(SIZES[peer] ?? SIZE),
  });
  try {
    const { cases_per_s, cases_per_s_many, limit_commits_per_s } = await member.hear('measured');
    return {
      cases_per_s: rounded(cases_per_s),
      cases_per_s_many: rounded(cases_per_s_many),
      limit_commits_per_s: Math.round(limit_commits_per_s),
    };
  } finally {
    await member.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function rounded(value) {
  return Math.round(value * 10) / 10;
}
