import { choosesFirst, fakeOllama } from '../../test/support/fake-ollama.ts';
import { boundaryKills } from './boundary-kills.ts';
import { doubleClicks } from './double-click.ts';
import { fsyncBeforeSend } from './fsync.ts';
import { migrations } from './migration.ts';
import { refuse } from '../command-line.ts';
import { sweepOptions, type Part, type SweepOptions } from './options.ts';
import { randomKills } from './random-kills.ts';
import { failuresOf, figuresOf, type Swept } from './report.ts';
import { scenarios, type Scenario } from './scenarios.ts';
import { openSetup, type Setup } from './setup.ts';
import { twoWorkers } from './two-workers.ts';

/**
 * The crash test: real processes, killed by SIGKILL at every boundary, at random instants, in pairs, while migrating,
 * while an approver double-clicks and while two workers compete; each time the simulator's own books are compared with
 * the case. DESIGN §9; `scripts/crash/options.ts` has the options.
 */
const options = sweepOptions(process.argv.slice(2), Date.now());
const startedAt = Date.now();
const ollama = await fakeOllama({ answer: choosesFirst, models: ['qwen2.5:3b'] });
const all = scenarios(ollama.host);
const chosen = all.filter(
  ({ name }) => options.scenarios.length === 0 || options.scenarios.some((text) => name.includes(text)),
);
if (chosen.length === 0)
  refuse(`no scenario holds ${options.scenarios.join(' or ')}: ${all.map(({ name }) => name).join('; ')}`);
const setup = await openSetup(options);
let failures: readonly string[] = ['the sweep did not end'];
try {
  const swept = await sweep(setup, all, chosen);
  failures = failuresOf(swept, chosen, options);
  print(figuresOf(swept, chosen, options), options);
  for (const failure of failures) setup.say(`FAILED ${failure}`);
  if (failures.length > 0) setup.say(`what was left behind: ${setup.home}`);
} finally {
  await ollama.close();
  setup.close(options.keep || failures.length > 0);
}
process.exitCode = failures.length === 0 ? 0 : 1;

async function sweep(setup: Setup, all: readonly Scenario[], chosen: readonly Scenario[]): Promise<Swept> {
  const part = async <T>(name: Part, run: () => Promise<T>): Promise<T | null> => {
    if (!options.parts.has(name)) return null;
    const from = Date.now();
    const done = await run();
    setup.say(`${name}: ${Math.round((Date.now() - from) / 1_000)} s`);
    return done;
  };
  const answered = all.filter(({ expected, dedupe, shares }) => {
    return expected === 'answered' && !dedupe && shares === 'beginning';
  });
  const [plain] = answered;
  if (plain === undefined) throw new Error('there is no plain scenario');
  const done = {
    fsync: await part('fsync', () => fsyncBeforeSend(setup, answered)),
    migration: await part('migration', () => migrations(setup, plain)),
    doubleClick: await part('double_click', () => doubleClicks(setup, answered)),
    twoWorkers: await part('two_workers', () => twoWorkers(setup)),
    random: await part('random', () => randomKills(setup, chosen)),
    boundaries: await part('boundaries', () => boundaryKills(setup, chosen)),
  };
  return { ...done, seconds: Math.round((Date.now() - startedAt) / 1_000) };
}

function print(figures: object, { json }: SweepOptions): void {
  if (json) console.log(JSON.stringify(figures, null, 2));
  else
    for (const [name, value] of Object.entries(figures))
      console.log(`${name.padEnd(22)} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
}
