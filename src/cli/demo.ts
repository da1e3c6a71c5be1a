import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { openApp, type App } from '../app.ts';
import { importOrders, importPayments } from '../cases/import-records.ts';
import { readConfig } from '../config.ts';
import { loadCertificate } from '../mpesa/simulator/certificate.ts';
import { readOrders } from '../records/orders-file.ts';
import { readStatement } from '../records/statement.ts';
import { initDatabase } from '../store/init.ts';
import type { CliContext } from './context.ts';
import { Children, freePorts } from './demo/children.ts';
import { figuresJson, modelCalls, readFigures, showTable, showVerdict } from './demo/ending.ts';
import { silenceAbout } from './demo/kill.ts';
import { providerAt } from './demo/provider.ts';
import { chooseReader, type Reader } from './demo/reader.ts';
import { openAll, playAll } from './demo/scenes.ts';
import { COMPLAINTS } from './demo/script.ts';
import type { Stage } from './demo/stage.ts';
import { storyTo, type Story } from './demo/story.ts';
import { Stopped, until } from './demo/until.ts';
import { EXIT_DECLINED } from './exit-codes.ts';

/** Beside the program, in a checkout as in the package: from src/cli/ and from dist/cli/ it is the same way. */
const SAMPLES = fileURLToPath(new URL('../../data/demo/', import.meta.url));

/** The books of the simulator do not agree with the cases. */
const EXIT_FIGURES_WRONG = 1;

interface DemoOptions {
  readonly json?: boolean;
  readonly keep?: boolean;
}

export function demoCommand(context: CliContext): Command {
  return new Command('demo')
    .description('eight complaints from message to money, with a simulated M-Pesa, in a temporary folder')
    .option('--keep', 'leave the folder and say how to look around in it')
    .option('--json', 'print the last table as JSON; the story goes to standard error')
    .action(async (options: DemoOptions) => {
      const folder = mkdtempSync(join(tmpdir(), 'rudisha-demo-'));
      const remove = (): void => {
        if (options.keep !== true) rmSync(folder, { recursive: true, force: true });
      };
      process.once('exit', remove);
      try {
        await runDemo(folder, options, context);
      } catch (error) {
        if (!(error instanceof Stopped)) throw error;
        context.output.say('rudisha: stopped; every process of the demo was ended');
        context.setExitCode(EXIT_DECLINED);
      } finally {
        remove();
        process.off('exit', remove);
      }
    });
}

async function runDemo(folder: string, options: DemoOptions, context: CliContext): Promise<void> {
  const began = performance.now();
  const { output } = context;
  const story = storyTo((line) => {
    if (options.json === true) output.say(line);
    else output.line(line);
  }, output);
  story.line(
    story.bold('RUDISHA  eight complaints, from the customer’s words to the money back exactly once'),
  );
  story.tell('M-Pesa', 'is simulated on this machine, with books of its own; names and numbers are invented');
  const reader = await chooseReader(context.environment);
  story.tell('reading', reader.sentence);
  const [simulatorPort = 0, listenerPort = 0] = await freePorts(2);
  const environment = environmentOf(folder, { simulatorPort, listenerPort }, reader);
  await initDatabase(join(folder, 'rudisha.db'), Date.now());
  const children = new Children(folder, environment);
  let app: App | null = null;
  try {
    const worker = startBoth(children, folder, simulatorPort);
    story.tell('started', `a simulator, and a worker (process ${worker.pid}), each a process of its own`);
    app = await openApp(readConfig(environment), { pays: false, wrapping: context.wrapping });
    const stage: Stage = {
      app,
      provider: providerAt(`http://127.0.0.1:${simulatorPort}`),
      children,
      watch: {
        signal: context.signal,
        assertAlive: () => {
          children.assertAlive();
        },
      },
      story,
      caseIds: new Map(),
      shown: new Set(),
      worker,
    };
    await importSamples(app, story);
    await play(stage);
    await end(stage, { reader, began, options, context });
  } finally {
    app?.close();
    await children.endAll();
  }
  if (options.keep === true) showWayIn(folder, story);
}

async function play(stage: Stage): Promise<void> {
  await openAll(stage);
  await until('the simulator', stage.watch, async () => ((await stage.provider.isUp()) ? true : null));
  const outside = COMPLAINTS.find(({ part }) => part === 'outside');
  if (outside !== undefined) await stage.provider.reverseOutside(outside.receipt);
  await playAll(stage);
}

/**
 * What the child processes are told. Nothing else of our own environment reaches them: whoever has settings for the
 * real M-Pesa in their shell must be able to run this without a thought.
 */
function environmentOf(
  folder: string,
  ports: { readonly simulatorPort: number; readonly listenerPort: number },
  reader: Reader,
): Readonly<Record<string, string>> {
  // What a process needs to start at all, on any system.
  const system = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_OPTIONS'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(system),
    ...reader.settings,
    RUDISHA_DB: join(folder, 'rudisha.db'),
    RUDISHA_LISTEN_PORT: String(ports.listenerPort),
    DARAJA_BASE_URL: `http://127.0.0.1:${ports.simulatorPort}`,
    DARAJA_CERTIFICATE: join(folder, 'certificate.pem'),
    // Real pauses between payouts and before questions are for a real M-Pesa; nobody wants to watch them.
    LANE_INTERVAL: '50ms',
    // The first question must come after the kill of scene 8 and soon after the restart.
    ASK_AFTER: '2s,3s,4s,6s,10s,20s',
    WAIT_BEFORE_RETRY: '500ms',
    RETRY_PAUSES: '500ms',
    MODEL_RETRY_AFTER: '1s',
  };
}

/** Simulator and worker at once: starting is the slowest part. So the certificate must be there before either. */
function startBoth(children: Children, folder: string, simulatorPort: number): Stage['worker'] {
  const books = join(folder, 'simulator.db');
  loadCertificate(`${books}.key.pem`, join(folder, 'certificate.pem'));
  const killed = COMPLAINTS.find(({ part }) => part === 'killed');
  const faults = join(folder, 'faults.json');
  writeFileSync(faults, JSON.stringify(silenceAbout(killed?.receipt ?? '')));
  const statement = join(SAMPLES, 'statement.csv');
  const port = String(simulatorPort);
  children.start('simulator', [
    'simulator',
    ...['--port', port, '--books', books, '--statement', statement],
    ...['--faults', faults, '--callback-delay', '100'],
  ]);
  return children.start('worker', ['worker']);
}

async function importSamples({ desk }: App, story: Story): Promise<void> {
  const statement = readStatement(readFileSync(join(SAMPLES, 'statement.csv')));
  const orders = readOrders(readFileSync(join(SAMPLES, 'orders.csv')), desk.clock.now());
  const payments = await importPayments(statement.rows, 'import', desk, () => undefined);
  await importOrders(orders.rows, 'import', desk, () => undefined);
  const { not_completed: failed, charge } = statement.skipped;
  story.tell(
    'imported',
    `an M-Pesa statement of the shop: ${payments.added} payments, ${payments.givenBackOutside} reversed by hand; ${failed} failed row and ${charge} charge left out. ${orders.rows.length} orders`,
  );
}

async function end(
  stage: Stage,
  given: {
    readonly reader: Reader;
    readonly began: number;
    readonly options: DemoOptions;
    readonly context: CliContext;
  },
): Promise<void> {
  const { reader, options, context } = given;
  const { story } = stage;
  const figures = await readFigures(stage);
  const seconds = Number(((performance.now() - given.began) / 1_000).toFixed(1));
  if (figures.wrong.length > 0) context.setExitCode(EXIT_FIGURES_WRONG);
  story.line();
  story.line(story.bold('THE CASES, BESIDE THE BOOKS OF M-PESA'));
  if (options.json === true) context.output.json(figuresJson(figures, reader, seconds));
  else showTable(figures, context.output);
  showVerdict(figures, story);
  const calls = await modelCalls(stage);
  const asked = reader.name === 'rules' ? 'no model was there' : `${reader.name} was asked ${calls} times`;
  story.tell('reading', `${asked}; ${seconds} s in all`);
}

function showWayIn(folder: string, story: Story): void {
  const command = process.argv[1]?.endsWith('.ts') === true ? 'npm run -s rudisha --' : 'rudisha';
  story.line();
  story.line(`The folder is ${folder}. To look around in it:`);
  story.line(`  export RUDISHA_DB=${join(folder, 'rudisha.db')}`);
  for (const args of ['cases list', 'cases show CASE', 'payouts list']) story.line(`  ${command} ${args}`);
}
