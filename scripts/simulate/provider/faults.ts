import { randomOf, weighted, type Random } from '../random.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How the sending of a money request goes, up to its synchronous answer. */
export type Sending =
  | 'acknowledged'
  | 'never_connected'
  | 'slow_connection'
  | 'refused'
  | 'error_in_200'
  | 'token_refused'
  | 'lost_answer'
  | 'server_error'
  | 'html'
  | 'dropped'
  | 'redirect';

/** How its result is told. */
export type Telling =
  | 'soon'
  | 'before_answer'
  | 'late'
  | 'days_late'
  | 'never'
  | 'twice'
  | 'queue_timeout_only'
  | 'queue_timeout_first'
  | 'changed_copy'
  | 'wrong_amount'
  | 'wrong_party'
  | 'without_party'
  | 'interim_first'
  | 'garbage'
  | 'to_another_attempt'
  | 'failure_first';

/** What becomes of the money once the request is taken. */
export type Ending = 'pays' | 'fails' | 'cached_then_pays' | 'pays_says_duplicate';

export interface MoneyPlan {
  readonly sending: Sending;
  readonly telling: Telling;
  readonly ending: Ending;
  readonly answerAfterMs: number;
  readonly finalAfterMs: number;
  readonly toldAfterMs: number;
  /** For a failure: any of these, by rail. */
  readonly draw: number;
}

/** How a status query goes. */
export type Asking =
  | 'told'
  | 'silence'
  | 'not_found'
  | 'contradicts'
  | 'another_payment'
  | 'ask_refused'
  | 'ask_lost'
  | 'queue_timeout'
  | 'told_late'
  | 'told_twice';

export interface QueryPlan {
  readonly asking: Asking;
  readonly toldAfterMs: number;
}

const SENDINGS: readonly (readonly [number, Sending])[] = [
  [60, 'acknowledged'],
  [6, 'never_connected'],
  [3, 'slow_connection'],
  [5, 'refused'],
  [3, 'error_in_200'],
  [2, 'token_refused'],
  [7, 'lost_answer'],
  [5, 'server_error'],
  [3, 'html'],
  [4, 'dropped'],
  [2, 'redirect'],
];

const TELLINGS: readonly (readonly [number, Telling])[] = [
  [40, 'soon'],
  [6, 'before_answer'],
  [7, 'late'],
  [4, 'days_late'],
  [8, 'never'],
  [6, 'twice'],
  [4, 'queue_timeout_only'],
  [3, 'queue_timeout_first'],
  [3, 'changed_copy'],
  [3, 'wrong_amount'],
  [3, 'wrong_party'],
  [2, 'without_party'],
  [2, 'interim_first'],
  [2, 'garbage'],
  [3, 'to_another_attempt'],
  [4, 'failure_first'],
];

const ENDINGS: readonly (readonly [number, Ending])[] = [
  [76, 'pays'],
  [17, 'fails'],
  [3, 'cached_then_pays'],
  [4, 'pays_says_duplicate'],
];

const ASKINGS: readonly (readonly [number, Asking])[] = [
  [55, 'told'],
  [9, 'silence'],
  [5, 'not_found'],
  [4, 'contradicts'],
  [4, 'another_payment'],
  [4, 'ask_refused'],
  [4, 'ask_lost'],
  [3, 'queue_timeout'],
  [6, 'told_late'],
  [6, 'told_twice'],
];

/** A quiet day at the provider: everything goes as in its manual. */
const QUIET = 0.45;

/** What befalls this money request: the same in every replay, whatever else happens. */
export function moneyPlan(seed: number, attempt: string): MoneyPlan {
  const random = randomOf(seed, 'money', attempt);
  const quiet = random.chance(QUIET);
  return {
    sending: quiet ? 'acknowledged' : weighted(random, SENDINGS),
    telling: quiet ? 'soon' : weighted(random, TELLINGS),
    ending: quiet ? 'pays' : weighted(random, ENDINGS),
    answerAfterMs: random.between(50, quiet ? 2_000 : 25_000),
    finalAfterMs: random.chance(0.8) ? random.between(100, 8_000) : random.between(8_000, 9 * MINUTE),
    toldAfterMs: random.between(100, 20_000),
    draw: random.int(1_000),
  };
}

export function queryPlan(seed: number, name: string): QueryPlan {
  const random = randomOf(seed, 'query', name);
  const asking = random.chance(QUIET) ? 'told' : weighted(random, ASKINGS);
  return {
    asking,
    toldAfterMs: asking === 'told_late' ? lateBy(random) : random.between(200, 90_000),
  };
}

/** From minutes to hours: the answer is older than what may have happened since. */
function lateBy(random: Random): number {
  return random.between(4 * MINUTE, 7 * HOUR);
}

/** How much later than usual a result is told. */
export function tellingDelay(telling: Telling, draw: number): number {
  if (telling === 'late') return 10 * MINUTE + draw * 36 * SECOND;
  if (telling === 'days_late') return 24 * HOUR + draw * 5 * MINUTE;
  return 0;
}

/** Failure codes that are documented as without effect, those that say nothing, and one that nobody knows. */
const FAILURES = {
  reversal: ['11', '2028', '25', 'R000002', '17', '26', 'ZZ0009', '29'],
  b2c: ['2', '4', '8', '2040', 'SFC_IC0003', '17', '26', 'ZZ0009', '11'],
} as const;

export function failureCode(rail: 'reversal' | 'b2c', draw: number): string {
  const codes = FAILURES[rail];
  return codes[draw % codes.length] ?? '17';
}

/** Refusals before anything was queued (daraja.md §7), each with the HTTP status that goes with it. */
const REFUSALS = [
  [400, '400.002.02'],
  [403, '403.002.1001'],
  [404, '404.001.01'],
  [405, '405.001'],
] as const;

export function refusal(draw: number): readonly [status: number, code: string] {
  return REFUSALS[draw % REFUSALS.length] ?? REFUSALS[0];
}
