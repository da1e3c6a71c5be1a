import { Problem } from '../../core/errors.ts';
import type { Model } from '../../cases/ports.ts';
import { amounts } from './amounts.ts';
import { decisions } from './decisions.ts';
import { parseLines } from './lines.ts';
import { Listener, type ModelFigures } from './listener.ts';
import { messages } from './messages.ts';
import { redaction } from './redaction.ts';
import { replies } from './replies.ts';
import type { BadLine, EvalSet, Judged, OwnFigures, SetName } from './types.ts';

/** What is printed about a set. */
export interface SetFigures extends OwnFigures {
  readonly set: SetName;
  readonly n: number;
  readonly correct: number;
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
  readonly harmful: readonly string[];
  readonly by_kind: Readonly<Record<string, { readonly n: number; readonly correct: number }>>;
  /** Questions that the rules leave for a model, for each line: a line is a case here. */
  readonly model_calls_per_case: number;
  /** Who was asked, and how it went; left out when no model was. */
  readonly model?: ModelFigures;
  /** Left out when every line was read. */
  readonly bad_lines?: readonly BadLine[];
}

export interface EvalRun {
  /** The file's text and how to call the file. */
  readonly text: string;
  readonly file: string;
  readonly model: Model | null;
  readonly signal: AbortSignal;
  readonly progress: (done: { readonly lines: number; readonly of: number; readonly calls: number }) => void;
}

/** A set with its types put away. */
export type RunSet = (run: EvalRun) => Promise<SetFigures>;

export const SETS: Readonly<Record<SetName, RunSet>> = {
  amounts: runner(amounts),
  redaction: runner(redaction),
  replies: runner(replies),
  messages: runner(messages),
  decisions: runner(decisions),
};

/** Throws Problem `bad_input` when no line could be read; ModelAbsent and Interrupted as the listener does. */
function runner<Line extends { readonly id: string }, Detail>(set: EvalSet<Line, Detail>): RunSet {
  return async ({ text, file, model, signal, progress }) => {
    const { good, bad } = parseLines(text, set.line);
    if (good.length === 0) throw noLines(file, bad);
    const listener = new Listener(model, signal);
    const judged: Judged<Detail>[] = [];
    for (const line of good) {
      await listener.breathe();
      judged.push(await set.judge(line, listener));
      progress({ lines: judged.length, of: good.length, calls: listener.questions });
    }
    return figuresOf(set, judged, listener, bad);
  };
}

function noLines(file: string, bad: readonly BadLine[]): Problem {
  const [first] = bad;
  return new Problem(
    'bad_input',
    first === undefined
      ? `${file} holds no lines`
      : `no line of ${file} can be read; line ${first.line}: ${first.problem}`,
  );
}

function figuresOf<Line extends { readonly id: string }, Detail>(
  set: EvalSet<Line, Detail>,
  judged: readonly Judged<Detail>[],
  listener: Listener,
  bad: readonly BadLine[],
): SetFigures {
  const ids = (wanted: (judged: Judged<Detail>) => boolean): readonly string[] =>
    judged.filter(wanted).map(({ id }) => id);
  const model = listener.figures();
  return {
    set: set.name,
    n: judged.length,
    correct: judged.filter(({ verdict }) => verdict === 'correct').length,
    wrong: ids(({ verdict }) => verdict === 'wrong'),
    missed: ids(({ verdict }) => verdict === 'missed'),
    harmful: ids(({ harmful }) => harmful),
    by_kind: byKind(judged),
    model_calls_per_case: Number((listener.questions / judged.length).toFixed(4)),
    ...set.figures(judged),
    ...(model === null ? {} : { model }),
    ...(bad.length === 0 ? {} : { bad_lines: bad }),
  };
}

function byKind(judged: readonly Judged<unknown>[]): SetFigures['by_kind'] {
  const kinds = [...new Set(judged.map(({ kind }) => kind))].sort();
  return Object.fromEntries(
    kinds.map((wanted) => {
      const of = judged.filter(({ kind }) => kind === wanted);
      return [wanted, { n: of.length, correct: of.filter(({ verdict }) => verdict === 'correct').length }];
    }),
  );
}
