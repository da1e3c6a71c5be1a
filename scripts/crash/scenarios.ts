import { OVERPAID, TWO_CODES, UNPAID, type Situation } from './situations.ts';

/** What the provider does with the request, when nothing is killed. */
export type Expected = 'answered' | 'doubt_resolved' | 'refused';

export interface Scenario {
  readonly name: string;
  readonly situation: Situation;
  readonly expected: Expected;
  /** Fault rules of the simulator. */
  readonly faults: readonly unknown[];
  /** The provider refuses a repeat; without, it would carry it out. */
  readonly dedupe: boolean;
  /** The run begins with the customer's message; otherwise with a case that waits for approval. */
  readonly fromOpening: boolean;
  /** Which boundaries it has in common with the scenarios of its rail: those before the reservation, all, or none. */
  readonly shares: 'beginning' | 'all' | 'nothing';
  readonly environment?: Readonly<Record<string, string>>;
}

const ENDINGS: readonly { readonly expected: Expected; readonly words: string }[] = [
  { expected: 'answered', words: 'answered' },
  // No payout is ever called back: what became of the money must be asked.
  { expected: 'doubt_resolved', words: 'in doubt' },
  // Accepted, then failed: not paid is believed when the provider, asked, says the same.
  { expected: 'refused', words: 'refused' },
];

/** Result codes that say "not paid" on their rail and stop no lane (daraja.md §2). */
const REFUSALS = { reversal: 'R000002', b2c: '2040' } as const;

/**
 * Both rails, three endings, a provider that dedupes or does not. One scenario a rail begins with the message; the
 * others share that beginning, state by state, and begin with the case that waits for approval.
 *
 * In every one a second worker waits from the start. Two parts of a sweep that have no scenario have none, by their
 * nature: `two_workers` has the lock off, so that nobody waits and both work; and the migrator of `migration` refuses
 * to begin beneath a worker, waiting or not (the case that it leaves goes on with two).
 */
export function scenarios(ollamaHost: string): readonly Scenario[] {
  const all = [UNPAID, OVERPAID].flatMap((situation) =>
    [true, false].flatMap((dedupe) =>
      ENDINGS.map(({ expected, words }): Scenario => ({
        name: `${situation.rail}, ${words}${dedupe ? '' : ', no dedupe'}`,
        situation,
        expected,
        faults: faultsOf(situation, expected),
        dedupe,
        shares: 'beginning',
        fromOpening: dedupe && expected === 'answered',
      })),
    ),
  );
  const plain = {
    expected: 'answered',
    faults: [],
    dedupe: true,
    situation: UNPAID,
  } as const;
  return [
    ...all,
    {
      ...plain,
      name: 'small checkpoints',
      fromOpening: false,
      shares: 'nothing',
      environment: { CRASH_CHECKPOINT: 'small' },
    },
    {
      ...plain,
      name: 'model asked',
      situation: TWO_CODES,
      fromOpening: true,
      shares: 'all',
      environment: { MODEL: 'ollama', MODEL_NAME: 'qwen2.5:3b', OLLAMA_HOST: ollamaHost },
    },
  ];
}

function faultsOf({ rail }: Situation, expected: Expected): readonly unknown[] {
  switch (expected) {
    case 'answered':
      return [];
    case 'doubt_resolved':
      return [{ operation: rail, faults: ['lose_callback'] }];
    case 'refused':
      return [{ operation: rail, faults: [`result:${REFUSALS[rail]}`] }];
  }
}
