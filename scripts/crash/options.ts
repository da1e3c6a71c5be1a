import { optionsOf, refuse, wholeNumber } from '../command-line.ts';

/** The parts of a sweep; `--part` asks for some of them only. */
export const PARTS = ['boundaries', 'random', 'double_click', 'two_workers', 'migration', 'fsync'] as const;
export type Part = (typeof PARTS)[number];

export interface SweepOptions {
  readonly json: boolean;
  /** Leave the folders of every run behind. */
  readonly keep: boolean;
  /** Kill also at boundaries that a scenario shares with an earlier one, state by state. */
  readonly all: boolean;
  /** Boundaries whose name holds this text only. */
  readonly only: string | null;
  /** Scenarios whose name holds one of these texts only. */
  readonly scenarios: readonly string[];
  readonly parts: ReadonlySet<Part>;
  readonly seed: number;
  readonly random: number;
  readonly pairs: number;
  /** Runs at once. */
  readonly lanes: number;
  /** Nothing was left out: the least numbers of a whole sweep apply. */
  readonly whole: boolean;
}

/** Parses the command line; ends the script in one line for what cannot be read. */
export function sweepOptions(argv: readonly string[], now: number): SweepOptions {
  const values = optionsOf({
    args: [...argv],
    options: {
      json: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      only: { type: 'string' },
      scenario: { type: 'string', multiple: true, default: [] },
      part: { type: 'string', multiple: true, default: [] },
      seed: { type: 'string' },
      random: { type: 'string', default: '40' },
      pairs: { type: 'string', default: '20' },
      lanes: { type: 'string', default: '2' },
    },
  });
  const parts = PARTS.filter((part) => values.part.length === 0 || values.part.includes(part));
  const unknown = values.part.filter((part) => !PARTS.some((known) => known === part));
  if (unknown.length > 0) refuse(`--part wants some of ${PARTS.join(', ')}, found ${unknown.join(', ')}`);
  const random = wholeNumber('--random', values.random);
  const pairs = wholeNumber('--pairs', values.pairs);
  return {
    json: values.json,
    keep: values.keep,
    all: values.all,
    only: values.only ?? null,
    scenarios: values.scenario,
    parts: new Set(parts),
    seed: values.seed === undefined ? now % 1_000_000_000 : wholeNumber('--seed', values.seed),
    random,
    pairs,
    lanes: wholeNumber('--lanes', values.lanes, { least: 1, most: 64 }),
    whole:
      values.only === undefined &&
      values.scenario.length === 0 &&
      values.part.length === 0 &&
      random > 0 &&
      pairs > 0,
  };
}
