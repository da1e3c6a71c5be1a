import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { optionsOf, refuse, wholeNumber } from '../command-line.ts';
import { runBatch } from './batch.ts';
import { knownName } from './known.ts';
import { run, runPlant } from './plant-run.ts';
import { PLANTS } from './plants.ts';
import { merged, reportOf, reportText, type Report, type Reported } from './report.ts';
import { planOf, runWorld, type WorldResult } from './run.ts';
import { eventLine, shrink } from './shrink.ts';
import { seedOf } from './random.ts';

const USAGE = `npm run simulate -- [--cases N] [--seed S] [--jobs J] [--json]
                      [--world W [--events 0,3,7]]   replay one world, with its event log
                      [--plant NAME|all]             plant a bug and show that it is found`;

/** What CI runs. */
const CASES = 20_000;
/** Enough of a planted bug: the first finding ends its run. */
const CASES_FOR_A_PLANT = 4_000;
/** After so many broken worlds nothing new is learnt. */
const STOP_AFTER = 5;

const values = optionsOf({
  options: {
    cases: { type: 'string' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string' },
    json: { type: 'boolean', default: false },
    world: { type: 'string' },
    events: { type: 'string' },
    plant: { type: 'string' },
    'stop-after': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const seed = wholeNumber('--seed', values.seed);
const jobs =
  values.jobs === undefined
    ? Math.min(8, availableParallelism())
    : wholeNumber('--jobs', values.jobs, { least: 1, most: 64 });

if (values.help) console.log(USAGE);
else if (values.world !== undefined) await replay(wholeNumber('--world', values.world));
else if (values.plant !== undefined) await plants(values.plant);
else await simulate();

async function simulate(): Promise<void> {
  const cases = wholeNumber('--cases', values.cases ?? String(CASES), { least: 1 });
  const report = jobs > 1 ? await inJobs(cases) : await inThisProcess(cases);
  console.log(values.json ? JSON.stringify(report) : reportText(report));
  process.exitCode = report.violations.length + report.never_happened.length > 0 ? 1 : 0;
}

/** Each job is a run of its own, with a seed that follows from this one's. */
async function inJobs(cases: number): Promise<Report> {
  const began = performance.now();
  const script = fileURLToPath(import.meta.url);
  const reports = await Promise.all(
    Array.from({ length: jobs }, async (_, job) => {
      const args = [
        '--json',
        '--jobs',
        '1',
        '--cases',
        Math.ceil(cases / jobs),
        '--seed',
        seedOf('job', seed, job),
      ];
      return JSON.parse(await run(script, args.map(String))) as Report;
    }),
  );
  return merged(seed, reports, (performance.now() - began) / 1_000);
}

async function inThisProcess(cases: number): Promise<Report> {
  let shownAt = 0;
  const batch = await runBatch({
    cases,
    seed,
    stopAfter: wholeNumber('--stop-after', values['stop-after'] ?? String(STOP_AFTER), { least: 1 }),
    isKnown: ({ violation }) => violation !== null && knownName(violation) !== null,
    onWorld: ({ cases: done, seconds }) => {
      if (values.json || seconds - shownAt < 10) return;
      shownAt = seconds;
      process.stderr.write(`${done} cases, ${Math.round(done / seconds)} a second\n`);
    },
  });
  const reported: Reported[] = [];
  for (const result of batch.broken) reported.push(await reportedOf(result));
  return reportOf(seed, batch, reported);
}

async function reportedOf({ seed: world, violation }: WorldResult): Promise<Reported> {
  const { invariant, detail } = violation ?? { invariant: '', detail: '' };
  const known = violation === null ? null : knownName(violation);
  const shrunk = known === null ? await shrink(world, invariant) : null;
  const ids = shrunk?.events.map(({ id }) => id).join(',');
  return {
    invariant,
    detail: shrunk?.result.violation?.detail ?? detail,
    world,
    known,
    events: shrunk?.events.map(eventLine) ?? null,
    replay: `npm run simulate -- --world ${world}${ids === undefined ? '' : ` --events ${ids}`}`,
  };
}

async function replay(world: number): Promise<void> {
  const lines: string[] = [];
  const only = values.events === undefined ? null : new Set(values.events.split(',').map(Number));
  const result = await runWorld(world, only, lines);
  for (const event of planOf(world)) if (only?.has(event.id) ?? true) console.log(eventLine(event));
  console.log(lines.join('\n'));
  console.log(`event log ${result.hash}`);
  console.log(result.violation ?? 'no promise was broken');
  process.exitCode = result.violation === null ? 0 : 1;
}

async function plants(name: string): Promise<void> {
  const known = PLANTS.map((plant) => plant.name);
  if (name !== 'all' && !known.includes(name))
    refuse(`--plant wants all or one of ${known.join(', ')}, found "${name}"`);
  const names = name === 'all' ? known : [name];
  const cases = wholeNumber('--cases', values.cases ?? String(CASES_FOR_A_PLANT), { least: 1 });
  let missed = 0;
  for (const one of names) {
    const found = await runPlant(one, cases, seed);
    if (!found.isIt) missed += 1;
    const seen = found.invariant === null ? 'nothing' : `${found.invariant}, ${found.detail}`;
    console.log(`${found.isIt ? 'found ' : 'MISSED'} ${one} after ${found.cases} cases: ${seen}`);
  }
  process.exitCode = missed > 0 ? 1 : 0;
}
