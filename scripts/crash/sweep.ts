import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { choosesFirst, fakeOllama } from '../../test/support/fake-ollama.ts';
import { bundle } from '../build.ts';
import { AMOUNT_CENTS, Journey, journeySettings, RECEIPT, type Run, type Scenario } from './journey.ts';

/**
 * The crash test: runs one case once to list every boundary, then once for each boundary with one process killed
 * there by SIGKILL, restarted, and finished; then compares the simulator's books with the case.
 */

function scenarios(ollamaHost: string): readonly Scenario[] {
  return [
    { name: 'answered', faults: [] },
    // Nothing is ever called back: what became of the money must be asked.
    { name: 'callback lost', faults: [{ operation: 'reversal', faults: ['lose_callback'] }] },
    // Two codes, one preferred: the rules leave the choice to the model.
    {
      name: 'model asked',
      faults: [],
      message: 'Habari, order 88213 code UKT4X7M2QP si UKT5X7M2QP, nimelipa bado inaonyesha unpaid',
      environment: { MODEL: 'ollama', MODEL_NAME: 'qwen2.5:3b', OLLAMA_HOST: ollamaHost },
      onlyNew: true,
    },
  ];
}

interface Verdict {
  readonly scenario: string;
  readonly boundary: string;
  readonly outcome: 'paid_once' | 'in_doubt_resolved' | 'in_doubt_person' | 'failed';
  readonly why: string;
  readonly run: Run;
}

const json = process.argv.includes('--json');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const keep = process.argv.includes('--keep');
const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const home = mkdtempSync(join(tmpdir(), 'rudisha-crash-'));
const script = resolve(await bundle('scripts/crash/process.ts', 'crash', 'process.js'));
const template = join(home, 'template');
makeTemplate(template);

const FIRST_PORT = 12_000;
const PORTS = 20_000;
// Two sweeps at once begin apart.
let nextPort = (process.pid * 50) % PORTS;
let journeys = 0;
const started = Date.now();
const verdicts: Verdict[] = [];
let kills = 0;
const ollama = await fakeOllama({ answer: choosesFirst, models: ['qwen2.5:3b'] });
const seen = new Set<string>();
for (const scenario of scenarios(ollama.host)) {
  const first = await runOne(scenario, null);
  const boundaries = [...new Set(first.passed)].filter(
    (name) => (only === undefined || name.includes(only)) && !(scenario.onlyNew === true && seen.has(name)),
  );
  first.passed.forEach((name) => seen.add(name));
  if (!first.finished)
    throw new Error(
      `the undisturbed journey "${scenario.name}" did not end: ${JSON.stringify(first.ending)}`,
    );
  say(`${scenario.name}: ${boundaries.length} boundaries`);
  const queue = [...boundaries];
  const lane = async (): Promise<void> => {
    for (let boundary = queue.shift(); boundary !== undefined; boundary = queue.shift()) {
      const run = await reached(scenario, boundary);
      if (run.killed) kills += 1;
      const verdict = judge(scenario, boundary, run, first.passed);
      verdicts.push(verdict);
      if (verdict.outcome === 'failed')
        say(`FAILED ${scenario.name}: ${boundary}: ${verdict.why} ${JSON.stringify(run.ending)}`);
      else if (verdicts.length % 20 === 0)
        say(`${verdicts.length} runs, ${Math.round((Date.now() - started) / 1_000)} s`);
    }
  };
  await Promise.all([lane(), lane()]);
}
await ollama.close();
report();

/** A run whose process passed by its boundary (the n-th poll, say) is made again: it proved nothing. */
async function reached(scenario: Scenario, boundary: string): Promise<Run> {
  for (let tries = 1; ; tries += 1) {
    const run = await runOne(scenario, boundary);
    if (run.killed || tries === 3) return run;
  }
}

/**
 * Two ports that nobody listens on, never given twice in a sweep. They lie below the range that the kernel takes for
 * outgoing connections (from 32768 on Linux): one of those would keep a restarted process from its own port.
 */
async function portPair(): Promise<{ simulator: number; listener: number }> {
  for (;;) {
    const simulator = FIRST_PORT + (nextPort % PORTS);
    nextPort += 2;
    if ((await isFree(simulator)) && (await isFree(simulator + 1)))
      return { simulator, listener: simulator + 1 };
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

async function runOne(scenario: Scenario, boundary: string | null): Promise<Run> {
  journeys += 1;
  const folder = join(home, `run-${journeys}`);
  const ports = await portPair();
  const journey = new Journey({
    folder,
    template,
    script,
    scenario,
    kill: boundary === null ? null : { boundary },
    ports,
  });
  const run = await journey.run();
  if (!keep && run.finished) rmSync(folder, { recursive: true, force: true });
  return run;
}

/** The expected end follows from where the process died (DESIGN §9), not from what came out. */
function judge(scenario: Scenario, boundary: string, run: Run, order: readonly string[]): Verdict {
  const { ending } = run;
  const verdict = (outcome: Verdict['outcome'], why = ''): Verdict => ({
    scenario: scenario.name,
    boundary,
    outcome,
    why,
    run,
  });
  if (!run.killed) return verdict('failed', 'the boundary was not reached');
  if (!run.finished) return verdict('failed', 'lost: the case did not end');
  if (ending.moneyOutTimes > 1 || ending.moneyOutCents > AMOUNT_CENTS) return verdict('failed', 'paid twice');
  if (ending.mostRequestsAnAttempt > 1) return verdict('failed', 'sent more than once');
  const between = isBetween(boundary, order);
  const provider = boundary.startsWith('simulator');
  if (ending.moneyOutCents === AMOUNT_CENTS) {
    const told = ending.told.includes('refund_paid') || ending.told.includes('money_is_back');
    if (ending.status !== 'closed' || ending.outcome !== 'refunded' || !told)
      return verdict('failed', 'lost: paid, but not closed and told');
    if (ending.ledger['posted'] !== 1)
      return verdict('failed', "the ledger differs from the provider's books");
    return verdict(between ? 'in_doubt_resolved' : 'paid_once');
  }
  if (!between && !provider) return verdict('failed', 'nothing was paid, though nothing spoke against it');
  if (between && ending.requestsReceived > 0 && !provider)
    return verdict('failed', 'the request was received, but not settled by asking');
  if (!ending.escalations.includes('payout_in_doubt') || !ending.told.includes('handed_to_person')) {
    return verdict('failed', 'lost: in doubt without a named person or without telling the customer');
  }
  return verdict('in_doubt_person');
}

/** After `reserve` committed and before the first answer was recorded. */
function isBetween(boundary: string, order: readonly string[]): boolean {
  const at = order.indexOf(boundary);
  const reserved = order.findIndex(
    (name) => name.startsWith('worker') && name.includes('reserve after-commit'),
  );
  const answered = order.findIndex(
    (name, index) => index > reserved && name.startsWith('worker') && name.includes('record after-commit'),
  );
  return boundary.startsWith('worker') && at >= reserved && at < answered;
}

function makeTemplate(folder: string): void {
  const data: Record<string, string> = {
    'statement.csv':
      'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.\n' +
      `${RECEIPT},29-11-2026 16:12:00,29-11-2026 16:12:00,Pay Bill from 254712000391 - MTEJA MFANO Acc. 88213,Completed,"2,350.00",,"102,350.00",true,Pay Bill Online,254712000391 - MTEJA MFANO,,88213\n`,
    'orders.csv': 'number,total,status,phone\n88213,2350,unpaid,254712000391\n',
  };
  rmSync(folder, { recursive: true, force: true });
  spawnSync('mkdir', ['-p', folder]);
  for (const [name, text] of Object.entries(data)) writeFileSync(join(folder, name), text);
  const environment = { ...process.env, ...journeySettings(folder, { simulator: 1, listener: 2 }) };
  for (const args of [
    ['init'],
    ['records', 'import-payments', join(folder, 'statement.csv')],
    ['records', 'import-orders', join(folder, 'orders.csv')],
  ]) {
    const done = spawnSync(process.execPath, [script, ...args], { env: environment, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${args.join(' ')}: ${done.stderr}`);
  }
}

function report(): void {
  const count = (outcome: Verdict['outcome']): number =>
    verdicts.filter((verdict) => verdict.outcome === outcome).length;
  const failed = (words: string): number =>
    verdicts.filter(({ outcome, why }) => outcome === 'failed' && why.startsWith(words)).length;
  const result = {
    boundaries: verdicts.length,
    kills,
    paid_once: count('paid_once'),
    in_doubt_resolved: count('in_doubt_resolved'),
    in_doubt_person: count('in_doubt_person'),
    paid_twice: failed('paid twice'),
    lost: failed('lost'),
    sent_more_than_once: failed('sent more than once'),
    other_failures: count('failed') - failed('paid twice') - failed('lost') - failed('sent more than once'),
    by_rail: { reversal: verdicts.length },
    seconds: Math.round((Date.now() - started) / 1_000),
  };
  if (json) console.log(JSON.stringify(result, null, 2));
  else
    for (const [name, value] of Object.entries(result))
      console.log(`${name.padEnd(22)} ${typeof value === 'number' ? value : JSON.stringify(value)}`);
  if (!keep && count('failed') === 0) rmSync(home, { recursive: true, force: true });
  else say(`what was left behind: ${home}`);
  process.exitCode = count('failed') === 0 && kills === verdicts.length ? 0 : 1;
}
