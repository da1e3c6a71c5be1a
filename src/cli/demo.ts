import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { openApp, type App } from '../app.ts';
import { readConfig } from '../config.ts';
import { initDatabase } from '../store/init.ts';
import type { CliContext } from './context.ts';
import { Children, freePorts } from './demo/children.ts';
import { figuresJson, modelCalls, readFigures, showTable, showVerdict } from './demo/ending.ts';
import { providerAt } from './demo/provider.ts';
import { chooseReader, type Reader } from './demo/reader.ts';
import { openAll, playAll } from './demo/scenes.ts';
import { databaseOf, environmentOf, importSamples, startBoth, type Place } from './demo/setup.ts';
import type { Stage } from './demo/stage.ts';
import { storyTo, type Story } from './demo/story.ts';
import { Stopped } from './demo/until.ts';
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
    .description('nine complaints from message to money, with a simulated M-Pesa, in a temporary folder')
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
    story.bold('RUDISHA DEMO  nine complaints, from the customer’s words to the money back exactly once'),
  );
  story.tell(
    'M-Pesa',
    'is a simulator here, with books of its own; whatever it is asked it pays, even twice',
  );
  const reader = await chooseReader(context.environment);
  story.tell('customers', 'are invented, and so are their numbers, their orders and the shop');
  story.tell('reading', reader.sentence);
  const [simulatorPort = 0, listenerPort = 0] = await freePorts(2);
  const place: Place = { folder, samples: SAMPLES, simulatorPort, listenerPort };
  const environment = environmentOf(place, reader);
  await initDatabase(databaseOf(place), Date.now());
  const children = new Children(folder, environment);
  let app: App | null = null;
  try {
    const { simulator, worker } = startBoth(children, place);
    story.tell(
      'started',
      `the simulator (process ${simulator.pid}) and a worker (process ${worker.pid}), up in a second or two`,
    );
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
    await importSamples(app, place, story);
    await openAll(stage);
    await playAll(stage);
    await end(stage, { reader, began, options, context });
  } finally {
    app?.close();
    await children.endAll();
  }
  if (options.keep === true) showWayIn(folder, story);
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
  story.line(`  export RUDISHA_DB=${databaseOf({ folder })}`);
  for (const args of ['cases list', 'cases show CASE', 'payouts list']) story.line(`  ${command} ${args}`);
}
