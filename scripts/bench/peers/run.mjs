/**
 * The peers beside Rudisha: payouts made over SIGKILLs between the provider's acceptance and its record, and cases a
 * second. `--json` prints JSON alone, `--kills N` (20), `--only NAME` one of langgraph, dbos, openworkflow, rudisha;
 * `--without-speed` kills only. A peer that cannot run is left out, and why is said on standard error.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { installPeers, missingOf } from './install.mjs';
import { PEERS, RUDISHA_NOTE } from './peers.mjs';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    kills: { type: 'string', default: '20' },
    only: { type: 'string' },
    'without-speed': { type: 'boolean', default: false },
  },
});
const kills = Number(options.kills);
if (!Number.isInteger(kills) || kills < 1) throw new Error('--kills is a whole number from 1');
const wanted = (name) => options.only === undefined || options.only === name;
const say = (line) => process.stderr.write(`${line}\n`);
const results = {};

/** A peer that fails is left out; the others are measured all the same. */
async function measured(name, measure) {
  try {
    const load = loadavg()[0].toFixed(1);
    results[name] = { ...(await measure()), load: Number(load) };
  } catch (error) {
    say(`${name}: skipped, ${error.message.split('\n')[0]}`);
  }
}

async function peers() {
  const chosen = PEERS.filter(({ name }) => wanted(name));
  if (chosen.length === 0) return;
  const why = installPeers(say);
  if (why !== null) return say(`${chosen.map(({ name }) => name).join(', ')}: skipped, ${why}`);
  // Only now: what they import was installed a moment ago.
  const { killPeer } = await import('./kills.mjs');
  const { startPostgres } = await import('./postgres.mjs');
  const { throughputOf } = await import('./throughput.mjs');
  const postgres = chosen.some((one) => one.postgres) ? await startPostgres() : 'not needed';
  try {
    for (const { name, packages, note, lanes, ...peer } of chosen) {
      await measured(name, async () => {
        const missing = missingOf(packages);
        if (missing !== null) throw new Error(`${missing} is not installed`);
        if (peer.postgres && typeof postgres === 'string') throw new Error(postgres);
        const environment = (database) => (peer.postgres ? { PEER_DATABASE: postgres.create(database) } : {});
        const killed = await killPeer({
          peer: name,
          kills,
          lanes,
          environment: environment(`${name}_kills`),
          say,
        });
        const speed = options['without-speed']
          ? {}
          : await throughputOf({ peer: name, environment: environment(`${name}_speed`), say });
        return { ...speed, ...killed, note: peer.postgres ? `${note}; server ${postgres.version}` : note };
      });
    }
  } finally {
    if (typeof postgres !== 'string') await postgres.stop();
  }
}

await peers();
if (wanted('rudisha')) {
  const { killRudisha } = await import('./rudisha.mjs');
  await measured('rudisha', async () => ({ ...(await killRudisha({ kills, say })), note: RUDISHA_NOTE }));
}
if (options.json) console.log(JSON.stringify(results));
else
  for (const [name, { note, ...figures }] of Object.entries(results))
    console.log(name, figures, `\n  ${note}`);
