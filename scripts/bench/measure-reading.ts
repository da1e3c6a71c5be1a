/**
 * Short messages a second, and how the time of each reader grows with the length of each worst case. All times are
 * processor time of this process on whatever core it runs, and speed also stands as a ratio to a baseline of the same
 * run, because machines differ and are shared. Run by `npm run bench:reading`.
 */
import { optionsOf } from '../command-line.ts';
import Table from 'cli-table3';
import { growthsOf, POWER_MAX, RATIO_MAX, SIZES, type Growth } from './growth.ts';
import { CANDIDATES_DEFINED } from './readers.ts';
import { shortTexts, speeds, type Speed } from './speed.ts';
import { WORST_CASES } from './worst-cases.ts';

interface Worst {
  readonly name: string;
  readonly growths: readonly Growth[];
}

function speedTable(measured: readonly Speed[]): string {
  const table = new Table({
    head: ['short messages', 'a second of processor time', 'times baseline'],
    style: { head: [] },
  });
  for (const one of measured) table.push([one.reader, one.perSecond, one.timesBaseline]);
  return table.toString();
}

/** One line for each worst case and reader. */
function growthTable(all: readonly Worst[]): string {
  const sizes = SIZES.map((bytes) => `${bytes / 1_024} kB, ms`);
  const table = new Table({
    head: [
      'worst case',
      'reader',
      ...sizes,
      '1 MB / 512 kB',
      'power of length',
      `over ${RATIO_MAX} and ${POWER_MAX}`,
    ],
    style: { head: [] },
  });
  for (const { name, growths } of all) {
    for (const { reader, ms, ratio, power, flagged } of growths) {
      table.push([name, reader, ...ms, ratio ?? '(too short)', power ?? '', flagged ? 'GROWS' : '']);
    }
  }
  return table.toString();
}

function progress({ name, growths }: Worst): void {
  const flagged = growths.filter((one) => one.flagged).map((one) => one.reader);
  const ratio = Math.max(...growths.map((one) => one.ratio ?? 0));
  const power = Math.max(...growths.map((one) => one.power ?? 0));
  console.error(
    `${name}: ratio at most ${ratio}, power at most ${power}${flagged.length > 0 ? `, GROWS: ${flagged.join(', ')}` : ''}`,
  );
}

const values = optionsOf({
  options: {
    json: { type: 'boolean', default: false },
    // Growth takes minutes; speed alone takes one.
    speed: { type: 'boolean', default: false },
  },
});
const texts = shortTexts();
const measured = speeds(texts);
if (!values.json) {
  console.log(
    `${texts.length} labelled messages and replies; ${CANDIDATES_DEFINED}\n${speedTable(measured)}`,
  );
}
const grown = (values.speed ? [] : WORST_CASES).map((worst): Worst => {
  const one = { name: worst.name, growths: growthsOf(worst) };
  // Standard output holds the figures alone; who waits sees where it is.
  progress(one);
  return one;
});
if (values.json) console.log(JSON.stringify({ speeds: measured, growth: grown }, null, 2));
else if (!values.speed) {
  console.log(growthTable(grown));
  const grows = grown.flatMap(({ growths }) => growths).filter(({ flagged }) => flagged).length;
  console.log(
    grows === 0 ? 'Every reader is linear in every worst case.' : `${grows} grow faster than the text.`,
  );
}
