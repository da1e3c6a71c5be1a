import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { z } from 'zod';

/**
 * The contract with the runner of the peers: `node scripts/bench/peers/run.mjs --json` prints one JSON object on its
 * standard output, an entry a peer, each with the same journey (message to closed, every step durable) on this machine.
 */
const PEER = z.object({
  /** Whole cases a second, one at a time; the desk itself is measured beside, not in this runner. */
  cases_per_s: z.number().nonnegative().optional(),
  /** Whole cases a second with as many in flight as suits the peer. */
  cases_per_s_many: z.number().nonnegative().optional(),
  /** Receipts paid more than once by the books of the provider that the peer was given. */
  double_payouts: z.number().int().nonnegative(),
});
/** By name: `langgraph`, `dbos`, `openworkflow`; one that could not be run is left out. */
const PEERS = z.record(z.string(), PEER);

export type Peers = z.output<typeof PEERS>;

const RUNNER = 'scripts/bench/peers/run.mjs';
/** The first run installs the peers and takes minutes; longer than this and something is stuck. */
const PATIENCE_MS = 15 * 60_000;

/** What the peers reached, or in one line why there are no figures. */
export function runPeers(): Peers | string {
  if (!existsSync(RUNNER)) return `peers: not measured, ${RUNNER} is missing`;
  const { status, stdout } = spawnSync(process.execPath, [RUNNER, '--json'], {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) return `peers: not measured, ${RUNNER} ended with ${String(status)}`;
  try {
    return PEERS.parse(JSON.parse(stdout));
  } catch (error) {
    return `peers: not measured, ${RUNNER} printed something else (${error instanceof Error ? error.name : 'unknown'})`;
  }
}
