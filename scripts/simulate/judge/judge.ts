import type { OutboundMessage } from '../../../src/cases/change.ts';
import type { ModelQuestion } from '../../../src/reading/types.ts';
import type { Db } from '../../../src/store/open.ts';
import type { Heard } from '../../../src/server/hear-callback.ts';
import type { Books, MoneyOut, MoneyRequest } from '../provider/books.ts';
import { approvalsFault, type Approving } from './approvals.ts';
import { attemptsSince, type KnownAttempt } from './attempts.ts';
import { orderCapFault } from './order-cap.ts';
import { findingsOfRequest, overpaidFault, paidKeyFault } from './requests.ts';
import { moneyRowsFault, terminalFault, type Terminal } from './rows.ts';
import { secretIn } from './secrets.ts';
import { lostAnswer, toldTooMuch } from './told.ts';

/** A broken promise of the desk. */
export interface Violation {
  readonly invariant: string;
  readonly detail: string;
}

export interface JudgeOptions {
  readonly db: Db;
  readonly books: Books;
  readonly now: () => number;
  readonly phones: readonly string[];
  readonly twoPeopleAboveCents: number | null;
  /** Somebody set the desk's clock: ages are not what they seem. */
  readonly wasClockSet: () => boolean;
}

/** Watches one world. The provider's books judge about money, and the world's own notes about people. */
export interface Judge {
  readonly violation: () => Violation | null;
  readonly checks: () => number;
  /** How often anything was written. */
  readonly commits: () => number;
  fail(invariant: string, detail: string): void;
  /** Before anything becomes of a money request. */
  onRequest(request: MoneyRequest): void;
  onOut(out: MoneyOut): void;
  /** Right after a writer's commit, before the process can die. */
  onCommitted(writer: string): void;
  /** Somebody is about to approve what their card shows. */
  onApproving(approving: Approving): void;
  /** Somebody had a hand in a case. */
  onHand(caseId: string, by: string): void;
  onBrakes(live: boolean): void;
  onQuestion(question: ModelQuestion): void;
  onDelivered(message: OutboundMessage): void;
  onHeard(heard: Pick<Heard, 'status' | 'fact'>): void;
  /** After every event. */
  check(): void;
}

export function judgeOf(options: JudgeOptions): Judge {
  const { db, books, now, phones } = options;
  let violation: Violation | null = null;
  let checks = 0;
  let isDirty = true;
  let commits = 0;
  let live = true;
  const attempts = new Map<string, KnownAttempt>();
  const approvings: Approving[] = [];
  const hands = new Map<string, Set<string>>();
  const terminal: Terminal = { cases: new Map(), payouts: new Map() };
  const fail = (invariant: string, detail: string): void => {
    violation ??= { invariant, detail };
  };
  const failing = (invariant: string, fault: string | null): void => {
    checks += 1;
    if (fault !== null) fail(invariant, fault);
  };

  return {
    violation: () => violation,
    checks: () => checks,
    commits: () => commits,
    fail,
    onRequest: (request) => {
      for (const [invariant, fault] of findingsOfRequest(
        books,
        attempts,
        request,
        now(),
        options.wasClockSet(),
      ))
        failing(invariant, fault);
    },
    onOut: (out) => {
      if (out.by === 'ours') failing('paid_at_most_received', overpaidFault(books, attempts, out));
    },
    onCommitted: (writer) => {
      isDirty = true;
      commits += 1;
      if (writer !== 'reserve') return;
      for (const attempt of attemptsSince(db, attempts, now())) {
        attempts.set(attempt.id, attempt);
        failing('kill_switch', live ? null : `${attempt.id} was reserved with the kill switch on`);
        failing(
          'valid_approvals',
          approvalsFault(db, attempt, approvings, hands, options.twoPeopleAboveCents),
        );
        failing('order_cap', orderCapFault(db, books, attempts, attempt));
        failing('a_key_is_paid_once', paidKeyFault(books, attempts, attempt));
      }
    },
    onApproving: (approving) => approvings.push(approving),
    onHand: (caseId, by) => {
      hands.set(caseId, (hands.get(caseId) ?? new Set()).add(by));
    },
    onBrakes: (isLive) => {
      live = isLive;
    },
    onQuestion: (question) => {
      failing('no_secret_in_a_prompt', secretIn(question, phones, books));
    },
    onDelivered: (message) => {
      failing('told_only_what_is_proven', toldTooMuch(db, books, message));
    },
    onHeard: ({ status, fact }) => {
      if (status !== 200 || fact === null || fact.kind === 'attempt_fact') return;
      failing('no_acknowledged_answer_is_lost', lostAnswer(db, fact));
    },
    check: () => {
      if (!isDirty) return;
      isDirty = false;
      failing('ledger_balances', moneyRowsFault(db));
      failing('terminal_stays_terminal', terminalFault(db, terminal));
    },
  };
}
