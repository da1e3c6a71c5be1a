import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { SECOND } from '../core/clock.ts';
import { showable } from '../core/text.ts';
import type { Model } from '../cases/ports.ts';
import { missing, oneOf } from './arguments.ts';
import { configOf, type CliContext } from './context.ts';
import { Interrupted, ModelAbsent } from './eval/listener.ts';
import { readCases } from './eval/lines.ts';
import { MODEL_KINDS, modelFor, warmUp, type ModelKind } from './eval/models.ts';
import { SEED_MAX } from './eval/random.ts';
import { SETS, type EvalRun, type SetFigures } from './eval/run.ts';
import { showFigures } from './eval/screen.ts';
import { SET_NAMES, type SetName } from './eval/types.ts';
import { EXIT_DECLINED, EXIT_MODEL_ABSENT, EXIT_SOME_ROWS_BAD } from './exit-codes.ts';

/** Beside the program: from src/cli/ and from dist/cli/ it is the same way. */
const LABELLED = fileURLToPath(new URL('../../data/eval/', import.meta.url));

/** Somebody who waits for a slow model wants a sign of life; more often would only be noise. */
const PROGRESS_EVERY = 5 * SECOND;

interface EvalOptions {
  readonly cases?: string;
  readonly model: ModelKind;
  readonly seed?: number;
  readonly json?: boolean;
}

export function evalCommand(context: CliContext): Command {
  return new Command('eval')
    .description('measure reading and decisions against labelled lines, without a database and without money')
    .argument('[set]', `${SET_NAMES.join(', ')} or all`, oneOf([...SET_NAMES, 'all'], 'a set'), 'all')
    .option('--cases <file>', 'labelled lines of your own instead of data/eval, in the same format')
    .option(
      '--model <model>',
      `who is asked what the rules leave: ${MODEL_KINDS.join(', ')}`,
      oneOf(MODEL_KINDS, 'a model'),
      'rules' as const,
    )
    .option('--seed <number>', 'of the hostile model: the same seed, the same answers', seedArgument)
    .option('--json', 'print JSON: an object for one set, an array for all')
    .addHelpText(
      'after',
      `\nThe exit code is ${EXIT_SOME_ROWS_BAD} when some lines could not be read (the others are scored), and ${EXIT_MODEL_ABSENT} when the model is not there.`,
    )
    .action(async (set: SetName | 'all', options: EvalOptions) => {
      try {
        await evaluate(set, options, context);
      } catch (error) {
        if (error instanceof ModelAbsent) {
          context.output.say(`rudisha: no figures, the model is not there. ${error.message}`);
          context.setExitCode(EXIT_MODEL_ABSENT);
        } else if (error instanceof Interrupted) {
          context.output.say('rudisha: stopped; no figures');
          context.setExitCode(EXIT_DECLINED);
        } else throw error;
      }
    });
}

function seedArgument(text: string): number {
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(seed <= SEED_MAX)) throw new InvalidArgumentError(`a whole number from 0 to ${SEED_MAX}`);
  return seed;
}

async function evaluate(asked: SetName | 'all', options: EvalOptions, context: CliContext): Promise<void> {
  const { output } = context;
  if (options.cases !== undefined && asked === 'all') {
    throw missing('--cases needs one set: the lines of each are written differently');
  }
  if (options.seed !== undefined && options.model !== 'hostile') {
    throw missing('--seed goes with --model hostile only');
  }
  const seed = options.seed ?? randomInt(SEED_MAX);
  const model = modelFor(options.model, () => configOf(context), seed);
  if (options.model === 'hostile') output.say(`seed ${seed}`);
  const sets = asked === 'all' ? SET_NAMES : [asked];
  // Files first: a wrong name is said at once, not after an hour of a slow model.
  const files = sets.map((set) => {
    const path = options.cases ?? `${LABELLED}${set}.jsonl`;
    return { set, file: showable(path), text: readCases(path) };
  });
  if (options.model === 'ollama' && model !== null) await warmUp(model);
  const figures: SetFigures[] = [];
  for (const { set, file, text } of files) {
    figures.push(await SETS[set]({ text, file, ...runOf(set, model, context) }));
  }
  if (options.json !== true) showFigures(figures, output);
  else output.json(asked === 'all' ? figures : figures[0]);
  for (const { set, bad_lines: bad = [] } of figures) {
    for (const { line, problem } of bad) output.say(showable(`${set}, line ${line}: ${problem}`));
    if (bad.length > 0) context.setExitCode(EXIT_SOME_ROWS_BAD);
  }
}

/** Progress is shown for a model only: rules are done before anybody looks up. */
function runOf(
  set: SetName,
  model: Model | null,
  { output, signal, wrapping }: CliContext,
): Pick<EvalRun, 'model' | 'signal' | 'progress'> {
  const now = (): number => wrapping.clock?.monotonic() ?? performance.now();
  const began = now();
  let shown = began;
  return {
    model,
    signal,
    progress: ({ lines, of, calls }) => {
      if (model === null || lines === of || now() - shown < PROGRESS_EVERY) return;
      shown = now();
      const seconds = Math.round((shown - began) / SECOND);
      output.say(`${set}: ${lines} of ${of} lines, ${calls} model calls, ${seconds} s`);
    },
  };
}
