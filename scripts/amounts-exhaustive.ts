import { parseArgs } from 'node:util';
import { readNumberWords } from '../src/reading/amounts/read.ts';
import { FORMS } from '../test/reading/properties/amount-forms.ts';
import { LARGEST } from '../test/reading/properties/number-parts.ts';

/**
 * Says every whole number from --from to --to in every form and reads it back. The property tests sample; this leaves
 * nothing out. Ends with 1 when a form is read as another number, is not read, or is read where it must be asked.
 */

interface Tally {
  right: number;
  /** The words have two readings and the reader asked. */
  asked: number;
  wrong: number;
}

/** A few show the kind; the rest would only scroll them away. */
const EXAMPLES_SHOWN = 5;
/** Numbers between two lines of progress: some seconds of work. */
const PROGRESS_EVERY = 100_000;

function wholeNumber(text: string | undefined, otherwise: number, option: string): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= LARGEST) return value;
  console.error(`${option} wants a whole number from 1 to ${LARGEST}, not "${text}".`);
  process.exit(2);
}

function sweep(from: number, to: number): ReadonlyMap<string, Tally> {
  const tallies = new Map(FORMS.map(({ name }) => [name, { right: 0, asked: 0, wrong: 0 }]));
  for (let n = from; n <= to; n += 1) {
    for (const { name, say } of FORMS) {
      const said = say(n);
      const tally = tallies.get(name);
      if (said === null || tally === undefined) continue;
      const value = readNumberWords(said.text);
      if (value !== said.expected) {
        tally.wrong += 1;
        if (tally.wrong <= EXAMPLES_SHOWN) {
          console.error(`${name}: "${said.text}" is ${said.expected ?? 'to be asked'}, read as ${value}`);
        }
      } else if (value === null) tally.asked += 1;
      else tally.right += 1;
    }
    if (n % PROGRESS_EVERY === 0) console.error(`${n} of ${to}`);
  }
  return tallies;
}

const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
const from = wholeNumber(values.from, 1, '--from');
const to = wholeNumber(values.to, LARGEST, '--to');
const tallies = sweep(from, to);
console.log(`Numbers ${from} to ${to}: right, asked where ambiguous, wrong`);
for (const [name, { right, asked, wrong }] of tallies) {
  console.log(
    `${name.padEnd(38)} ${String(right).padStart(9)} ${String(asked).padStart(9)} ${String(wrong).padStart(9)}`,
  );
}
process.exitCode = [...tallies.values()].some(({ wrong }) => wrong > 0) ? 1 : 0;
