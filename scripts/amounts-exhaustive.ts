import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { optionsOf, wholeNumber } from './command-line.ts';
import { readNumberWords } from '../src/reading/amounts/read.ts';
import { FORMS } from '../test/reading/properties/amount-forms.ts';
import { LARGEST } from '../test/reading/properties/number-parts.ts';

/**
 * Says every whole number from --from to --to in every form and reads it back. The property tests sample; this leaves
 * nothing out. --jobs processes share the range. Ends with 1 when a form is read as another number, is not read, or is
 * read where it must be asked.
 */

interface Tally {
  right: number;
  /** The words have two readings and the reader asked. */
  asked: number;
  wrong: number;
}

/** What became of one form of the numbers of a piece. */
interface FormTally extends Tally {
  readonly name: string;
  /** The first of those that are wrong, for people to see. */
  readonly examples: readonly string[];
}

/** A piece of the range, for one process. */
interface Piece {
  readonly from: number;
  readonly to: number;
}

/** A few show the kind; the rest would only scroll them away. */
const EXAMPLES_SHOWN = 5;
/** Numbers in a piece: some seconds of work, and so the time between two lines of progress. */
const PIECE_LENGTH = 50_000;

function sweep({ from, to }: Piece): readonly FormTally[] {
  return FORMS.map(({ name, say }) => {
    const tally: Tally = { right: 0, asked: 0, wrong: 0 };
    const examples: string[] = [];
    for (let n = from; n <= to; n += 1) {
      const said = say(n);
      if (said === null) continue;
      const value = readNumberWords(said.text);
      if (value === said.expected) {
        if (value === null) tally.asked += 1;
        else tally.right += 1;
        continue;
      }
      tally.wrong += 1;
      if (examples.length < EXAMPLES_SHOWN) {
        examples.push(`${name}: "${said.text}" is ${said.expected ?? 'to be asked'}, read as ${value}`);
      }
    }
    return { name, ...tally, examples };
  });
}

/** Hands the pieces out to the processes, one at a time, and adds up what they send back. */
function sweepInProcesses(from: number, to: number, jobs: number): Promise<ReadonlyMap<string, Tally>> {
  const totals = new Map(FORMS.map(({ name }) => [name, { right: 0, asked: 0, wrong: 0 }]));
  const start = performance.now();
  let next = from;
  let done = 0;
  const add = ({ name, right, asked, wrong, examples }: FormTally): void => {
    const total = totals.get(name);
    if (total === undefined) return;
    if (total.wrong < EXAMPLES_SHOWN) for (const example of examples) console.error(example);
    total.right += right;
    total.asked += asked;
    total.wrong += wrong;
  };
  const progress = (): void => {
    const seconds = (performance.now() - start) / 1_000;
    const left = Math.round((seconds / done) * (to - from + 1 - done));
    console.error(`${done} of ${to - from + 1}, ${Math.round(done / seconds)} a second, ${left} s left`);
  };
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = fork(import.meta.filename, ['--piece'], { execArgv: process.execArgv });
      let piece: Piece | null = null;
      const handOut = (): void => {
        piece = next > to ? null : { from: next, to: Math.min(to, next + PIECE_LENGTH - 1) };
        next += PIECE_LENGTH;
        if (piece === null) child.disconnect();
        else child.send(piece);
      };
      child.on('message', (tallies: readonly FormTally[]) => {
        for (const tally of tallies) add(tally);
        if (piece !== null) done += piece.to - piece.from + 1;
        progress();
        handOut();
      });
      child.on('error', reject);
      child.on('exit', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`A process ended with ${String(code)}.`));
      });
      handOut();
    });
  return Promise.all(Array.from({ length: jobs }, work)).then(() => totals);
}

const values = optionsOf({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    jobs: { type: 'string' },
    /** A process of `sweepInProcesses`: its pieces come as messages. */
    piece: { type: 'boolean', default: false },
  },
});

if (values.piece) {
  process.on('message', (piece: Piece) => process.send?.(sweep(piece)));
} else {
  const bounds = { least: 1, most: LARGEST };
  const from = wholeNumber('--from', values.from ?? '1', bounds);
  const to = wholeNumber('--to', values.to ?? String(LARGEST), bounds);
  const jobs = wholeNumber('--jobs', values.jobs ?? String(availableParallelism()), { least: 1, most: 64 });
  const totals = await sweepInProcesses(from, to, jobs);
  console.log(`Numbers ${from} to ${to}: right, asked where ambiguous, wrong`);
  for (const [name, { right, asked, wrong }] of totals) {
    const columns = [right, asked, wrong].map((count) => String(count).padStart(9));
    console.log(`${name.padEnd(38)} ${columns.join(' ')}`);
  }
  process.exitCode = [...totals.values()].some(({ wrong }) => wrong > 0) ? 1 : 0;
}
