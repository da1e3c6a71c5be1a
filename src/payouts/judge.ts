import type { Receipt } from '../reading/types.ts';
import { laneStopOf } from './classify/lane-stop.ts';
import { normalCode } from './classify/result-codes.ts';
import {
  answersOf,
  factsOf,
  PEOPLE_WAIT,
  peopleOf,
  present,
  providerReceiptOf,
  resultsOf,
  type Answer,
  type JudgedAttempt,
  type Result,
} from './evidence.ts';
import { isProvenRefusal } from './sync-codes.ts';
import type { StoredFact, Verdict, VerdictFlag } from './types.ts';

/** Everything that the table of payouts.md §6 looks at, each list in an order of its own. */
interface Evidence {
  readonly attempt: JudgedAttempt;
  readonly stored: readonly StoredFact[];
  readonly results: readonly Result[];
  readonly answers: readonly Answer[];
  readonly people: ReturnType<typeof peopleOf>;
  /** Statement rows of the whole amount, linked to this receipt. */
  readonly statementReceipts: readonly Receipt[];
  readonly statementMisfits: boolean;
}

/**
 * What became of an attempt, from all that is known about it: the table of payouts.md §6, its rows from the strongest
 * to the weakest. Pure, and the same for every order and repetition of the facts. *Paid* beats everything; what no row
 * covers is unresolved.
 */
export function judge(attempt: JudgedAttempt, stored: readonly StoredFact[]): Verdict {
  const evidence = collect(attempt, stored);
  return (
    paid(evidence) ??
    alreadyBack(evidence) ??
    notPaid(evidence) ?? { kind: 'unresolved', flags: flagsOf(evidence) }
  );
}

function collect(attempt: JudgedAttempt, stored: readonly StoredFact[]): Evidence {
  const rows = factsOf(stored, 'statement_row').map(({ fact }) => fact);
  const fitting = rows.filter((row) => row.amountCents === attempt.refund.amountCents);
  return {
    attempt,
    stored,
    results: resultsOf(attempt, stored),
    answers: answersOf(attempt, stored),
    people: peopleOf(stored),
    statementReceipts: fitting.map((row) => row.providerReceipt),
    statementMisfits: fitting.length < rows.length,
  };
}

/**
 * A success result of this refund, for B2C a status answer about our own transaction, or two people. A reversal that
 * the statement shows or that the status query finds is not known to be *ours*; a B2C statement row is, for it was
 * matched to this attempt before it became its fact.
 */
function paid(evidence: Evidence): Verdict | null {
  const { attempt, statementReceipts } = evidence;
  const results = evidence.results.filter(({ means, fits }) => means === 'paid' && fits);
  const answers = evidence.answers.filter(({ means }) => means === 'paid');
  const people = evidence.people.filter(({ says }) => says === 'paid');
  const ownRows = attempt.refund.rail === 'b2c' ? statementReceipts.length : 0;
  if (results.length + answers.length + people.length + ownRows === 0) return null;
  const receipts = receiptsOf(evidence);
  return { kind: 'paid', providerReceipt: receipts[0] ?? null, flags: flagsOf(evidence) };
}

/**
 * A reversal whose payment is back with the payer, whoever sent it: R000001, the original Reversed, a linked row. The
 * tables of B2C know neither code nor word for it, and its statement rows are *paid*.
 */
function alreadyBack(evidence: Evidence): Verdict | null {
  const { results, answers, statementReceipts } = evidence;
  const isBack =
    results.some(({ means, isOurs }) => means === 'already_back' && isOurs) ||
    answers.some(({ means }) => means === 'reversed') ||
    statementReceipts.length > 0;
  if (!isBack) return null;
  return { kind: 'already_back', providerReceipt: receiptsOf(evidence)[0] ?? null, flags: flagsOf(evidence) };
}

/** Proof that no money moved and none will. Nothing that the provider says to have *received* goes with "never sent". */
function notPaid(evidence: Evidence): Verdict | null {
  const flags = flagsOf(evidence);
  const refusal = nothingLeft(evidence.stored)[0];
  if (refusal !== undefined && !arrived(evidence)) {
    return { kind: 'not_paid', nothingLeft: true, laneStop: null, code: refusal.code, flags };
  }
  const failure = provenFailure(evidence);
  if (failure !== null) {
    const laneStop = laneStopOf(evidence.attempt.refund.rail, failure.fact);
    return { kind: 'not_paid', nothingLeft: false, laneStop, code: failure.code, flags };
  }
  const earliest = evidence.attempt.sendBy + PEOPLE_WAIT;
  const people = evidence.people.some(({ says, statedAt }) => says === 'not_paid' && statedAt >= earliest);
  return people ? { kind: 'not_paid', nothingLeft: false, laneStop: null, code: null, flags } : null;
}

/** Facts that say that nothing was received, or nothing that was processed (payouts.md §5, daraja.md §7). */
function nothingLeft(stored: readonly StoredFact[]): readonly { readonly code: string | null }[] {
  const refused = factsOf(stored, 'refused').filter(({ fact }) => isProvenRefusal(fact.code));
  const unsent = [...factsOf(stored, 'never_connected'), ...factsOf(stored, 'never_sent')];
  return [...refused.map(({ fact }) => ({ code: fact.code })), ...unsent.map(() => ({ code: null }))];
}

/**
 * Facts that only a request which reached the provider can have. A B2C is asked about by its own id: whatever the
 * provider tells of it, also where that proves nothing, it could not tell of a request that never came.
 */
function arrived({ attempt, stored, results, answers }: Evidence): boolean {
  const traces = ['acknowledged', 'queue_timeout', 'unknown_answer'] as const;
  const isKnown = attempt.refund.rail === 'b2c' && answers.some(({ fact }) => tellsOfOne(fact));
  return (
    isKnown || results.some(({ isOurs }) => isOurs) || traces.some((kind) => factsOf(stored, kind).length > 0)
  );
}

/** The query was answered and shows a transaction. */
function tellsOfOne({ code, status }: Answer['fact']): boolean {
  return normalCode(code) === '0' && status !== null;
}

/**
 * A failure result marked *not paid*, with an answered status query that was made knowing this very result and says the
 * same: an answer to an earlier question may be older than the payment. A success result of ours, even one whose
 * values do not fit, leaves it to people. With several failures, one that is about this payout goes before one that
 * stops the lane: no second attempt follows it.
 */
function provenFailure({ attempt, results, answers }: Evidence): Result | null {
  const success = results.some(({ means, isOurs }) => isOurs && means === 'paid');
  // A "Completed" that did not show what it is about proves nothing, but it is no time to call the payout unpaid either.
  if (success || answers.some(({ said }) => said === 'paid')) return null;
  const agreeing = attempt.refund.rail === 'reversal' ? ['stands'] : ['not_paid', 'not_found'];
  const proven = results.filter(
    ({ id, means, isOurs }) =>
      isOurs &&
      means === 'not_paid' &&
      answers.some((answer) => agreeing.includes(answer.means) && answer.askedAfter.has(id)),
  );
  const rank = (result: Result) =>
    `${laneStopOf(attempt.refund.rail, result.fact) === null ? 0 : 1} ${result.code}`;
  return proven.toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1))[0] ?? null;
}

/**
 * The receipts under which the refund may be known: from our own result, the answer about our own transaction, the
 * statement, two people, in that order.
 */
function receiptsOf({ attempt, results, answers, statementReceipts, people }: Evidence): readonly Receipt[] {
  const fromResults = results
    .filter(({ means, fits }) => means === 'paid' && fits)
    .map(({ fact }) => providerReceiptOf(attempt, fact.transactionId));
  const fromAnswers = answers
    .filter(({ means }) => means === 'paid')
    .map(({ fact }) => providerReceiptOf(attempt, fact.receipt));
  const fromPeople = people
    .filter(({ says }) => says === 'paid')
    .map(({ providerReceipt }) => providerReceipt);
  return [
    ...new Set([
      ...present(fromResults).sort(),
      ...present(fromAnswers).sort(),
      ...[...statementReceipts].sort(),
      ...present(fromPeople).sort(),
    ]),
  ];
}

/** Facts that do not go together, in a fixed order: kept and shown, without effect on money. */
function flagsOf(evidence: Evidence): readonly VerdictFlag[] {
  const { results, answers, people, statementMisfits } = evidence;
  const flags = new Set<VerdictFlag>([...results, ...answers].flatMap((weighed) => weighed.flags));
  if (statementMisfits) flags.add('amount_mismatch');
  if (receiptsOf(evidence).length > 1) flags.add('several_receipts');
  const unsent = nothingLeft(evidence.stored).length > 0;
  const success =
    results.some(({ means, isOurs }) => isOurs && means === 'paid') ||
    answers.some(({ said }) => said === 'paid') ||
    people.some(({ says }) => says === 'paid');
  const failure =
    results.some(({ means, isOurs }) => isOurs && means === 'not_paid') ||
    answers.some(({ means }) => means === 'not_paid') ||
    people.some(({ says }) => says === 'not_paid') ||
    unsent;
  if ((success && failure) || (unsent && arrived(evidence))) flags.add('success_and_failure');
  return [...flags].sort();
}
