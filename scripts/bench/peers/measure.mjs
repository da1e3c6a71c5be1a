/**
 * A peer's throughput, in a process of its own: whole cases, one at a time and many in flight, each approved as soon
 * as it waits, against a provider inside the process that pays at once. (That is how Rudisha's own is measured.)
 */
import { bareCommits } from './disk.mjs';
import { complaint } from './journey.mjs';

/** Cases before anything is timed, so that no figure pays for the compiler. */
const WARM_UP = 20;
const { rounds, single, many, inFlight } = JSON.parse(process.env['PEER_SIZE']);

const paid = new Map();
const { open } = await import(`./${process.env['PEER']}.mjs`);
const peer = await open(async (caseId) => {
  paid.set(caseId, (paid.get(caseId) ?? 0) + 1);
  return { payoutId: `${caseId}-1` };
});

let next = 0;
async function wholeCase() {
  const one = complaint((next += 1));
  await peer.start(one);
  await peer.approve(one);
}

/** Cases a second. */
async function speed(cases, lanes) {
  let left = cases;
  const lane = async () => {
    for (; left > 0;) {
      left -= 1;
      await wholeCase();
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: lanes }, lane));
  return (cases * 1_000) / (performance.now() - start);
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

const bare = bareCommits(process.env['PEER_FOLDER']);
await speed(WARM_UP, 1);
const limits = [];
const singles = [];
const manys = [];
for (let round = 0; round < rounds; round += 1) {
  limits.push(bare());
  singles.push(await speed(single, 1));
  manys.push(await speed(many, inFlight));
  limits.push(bare());
}
const doubles = [...paid.values()].filter((times) => times > 1).length;
if (doubles > 0 || paid.size !== next)
  throw new Error(`${paid.size} of ${next} cases paid, ${doubles} of them twice`);
process.send(
  {
    said: 'measured',
    cases_per_s: median(singles),
    cases_per_s_many: median(manys),
    limit_commits_per_s: median(limits),
  },
  () => process.exit(0),
);
