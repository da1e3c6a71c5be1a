import { parseArgs } from 'node:util';

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

/** Parses the command line; throws with the options' names for what is none of them. */
export function sweepOptions(argv: readonly string[], now: number): SweepOptions {
  const { values } = parseArgs({
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
  if (unknown.length > 0)
    throw new Error(`--part wants some of ${PARTS.join(', ')}, found ${unknown.join(', ')}`);
  const random = count('random', values.random);
  const pairs = count('pairs', values.pairs);
  return {
    json: values.json,
    keep: values.keep,
    all: values.all,
    only: values.only ?? null,
    scenarios: values.scenario,
    parts: new Set(parts),
    seed: values.seed === undefined ? now % 1_000_000_000 : count('seed', values.seed),
    random,
    pairs,
    lanes: Math.max(1, count('lanes', values.lanes)),
    whole:
      values.only === undefined &&
      values.scenario.length === 0 &&
      values.part.length === 0 &&
      random > 0 &&
      pairs > 0,
  };
}

function count(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} wants a whole number, found ${text}`);
  return Number(text);
}
