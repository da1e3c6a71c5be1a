import { CHECK_NAMES, type CheckName } from '../../src/payouts/gate-types.ts';

/** One check that is taken out of the program, to see that a journey notices. */
export interface Deletion {
  readonly name: string;
  /** The file, and the text in it that is replaced; the text must be there exactly once. */
  readonly edits: readonly Edit[];
  /**
   * Checks behind which this one stands as a second wall: they are taken out too. What notices must then pass with
   * them gone alone, so that it is this check that it misses.
   */
  readonly behind?: readonly Edit[];
  /** Files of journeys to try first: what notices is mostly there. All of them follow when nothing there does. */
  readonly first?: readonly string[];
}

export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

const GATE = 'src/payouts/gate.ts';

/** How the gate's table names each check. */
const IMPLEMENTED: Readonly<Record<CheckName, string>> = {
  payouts_live: '  payouts_live: payoutsLive,',
  process_may_send: '  process_may_send: processMaySend,',
  clock_sane: '  clock_sane: clockSane,',
  lane_open: '  lane_open: laneOpen,',
  case_current: '  case_current: caseCurrent,',
  receipt_free: '  receipt_free: receiptFree,',
  limits: '  limits,',
  approval: '  approval,',
  records_agree: '  records_agree: recordsAgree,',
  caps: '  caps,',
  payment_confirmed: '  payment_confirmed: paymentConfirmed,',
  destination: '  destination,',
  provider_ready: '  provider_ready: providerReady,',
  reserve: '  reserve,',
};

function gateCheck(name: CheckName): Edit {
  // Only in the table: the import has the same words with other spaces before them.
  return { file: GATE, find: `\n${IMPLEMENTED[name]}`, replace: `\n  ${name}: () => null,` };
}

function unique(name: string, file: string, find: string, replace: string): Deletion {
  return {
    name: `unique key: ${name}`,
    edits: [{ file, find, replace }],
    first: ['races', 'doubt', 'lying-callbacks', 'holds', 'inquiries'],
  };
}

const FIRST = 'src/store/migrations/0001-first.sql';
const SECOND = 'src/store/migrations/0002-inquiries.sql';
const CAPS = 'src/payouts/checks/caps.ts';

/**
 * Each check of the gate, each cap, each budget, the redaction guard, the version check and the unique keys. A check
 * that no journey misses protects nobody, or is not needed.
 */
export const DELETIONS: readonly Deletion[] = [
  ...CHECK_NAMES.map((name): Deletion => ({
    name: `gate: ${name}`,
    edits: [gateCheck(name)],
    first: ['gate-brakes', 'gate-decision', 'b2c', 'people'],
  })),
  {
    name: 'cap: of the receipt',
    first: ['gate-decision', 'races', 'imports'],
    edits: [
      { file: CAPS, find: 'refund.amountCents <= ofReceipt', replace: 'ofReceipt >= 0' },
      {
        file: CAPS,
        find: "? null : conflict('over_order_cap')",
        replace: "? null : conflict('over_order_cap')",
      },
    ],
    behind: [
      gateCheck('records_agree'),
      {
        file: CAPS,
        find: 'return refund.amountCents <= ofOrder ? null',
        replace: 'return ofOrder >= 0 ? null',
      },
    ],
  },
  {
    name: 'cap: of the order',
    first: ['gate-decision', 'races', 'imports'],
    edits: [{ file: CAPS, find: 'refund.amountCents <= ofOrder ? null', replace: 'ofOrder >= 0 ? null' }],
    behind: [gateCheck('records_agree')],
  },
  {
    name: 'cap: a reversal of a part',
    first: ['gate-decision', 'races', 'imports'],
    edits: [
      {
        file: CAPS,
        find: "if (refund.rail === 'reversal' && refund.amountCents !== paymentCents)",
        replace: "if (refund.rail === 'reversal' && refund.amountCents < 0)",
      },
    ],
    behind: [gateCheck('records_agree')],
  },
  {
    name: 'budget: model calls',
    first: ['model', 'conversation'],
    edits: [
      {
        file: 'src/cases/hear.ts',
        find: 'if (kase.modelCalls >= MODEL_CALLS)',
        replace: 'if (kase.modelCalls < 0)',
      },
    ],
  },
  {
    name: 'budget: reading steps',
    first: ['conversation', 'model'],
    edits: [
      {
        file: 'src/cases/hear.ts',
        find: 'if (kase.readingSteps >= READING_STEPS)',
        replace: 'if (kase.readingSteps < 0)',
      },
    ],
  },
  {
    name: 'redaction guard of the model port',
    first: ['model'],
    edits: [
      {
        file: 'src/model/ollama.ts',
        find: 'if (holds(options.holdsSecret, sent, secrets))',
        replace: 'if (holds(() => false, sent, secrets))',
      },
    ],
  },
  {
    name: 'version: of a case that a change moves',
    first: ['between-steps', 'races', 'doubt'],
    edits: [
      {
        file: 'src/store/writes/cases.ts',
        find: "if (row?.['version'] !== write.version) throw",
        replace: 'if (row === undefined) throw',
      },
    ],
  },
  {
    name: 'version: of the case that reserves',
    first: ['between-steps', 'races', 'doubt'],
    edits: [
      {
        file: 'src/store/reserve.ts',
        find: 'if (kase?.version !== request.version) throw',
        replace: 'if (kase === null) throw',
      },
      {
        file: 'src/store/reserve.ts',
        find: 'wake_at = NULL WHERE id = ? AND version = ?',
        replace: 'wake_at = NULL WHERE id = ? AND (version = ? OR 1)',
      },
    ],
  },
  {
    name: 'condition: the facts judged are all there are',
    first: ['between-steps', 'races', 'doubt'],
    edits: [
      {
        file: 'src/store/writes/conditions.ts',
        find: "?.['n'] ===\n        condition.count",
        replace: "?.['n'] !==\n        -1 - condition.count",
      },
    ],
  },
  unique(
    'a payout is known by its key',
    FIRST,
    'key              TEXT PRIMARY KEY CHECK',
    'key              TEXT CHECK',
  ),
  unique(
    'one unresolved payout a receipt',
    FIRST,
    'CREATE UNIQUE INDEX payouts_one_unresolved',
    'CREATE INDEX payouts_one_unresolved',
  ),
  unique(
    'one provider receipt settles one payout',
    FIRST,
    'CREATE UNIQUE INDEX payouts_one_settlement',
    'CREATE INDEX payouts_one_settlement',
  ),
  unique('an attempt has one number', FIRST, '  UNIQUE (key, number)\n', '  CHECK (number > 0)\n'),
  unique(
    'an OriginatorConversationID is used once',
    FIRST,
    'originator_conversation_id TEXT NOT NULL UNIQUE',
    'originator_conversation_id TEXT NOT NULL',
  ),
  unique(
    'a message of a channel is one',
    FIRST,
    '  UNIQUE (channel, provider_id)',
    '  CHECK (length(channel) > 0)',
  ),
  unique(
    'a reservation is resolved once',
    FIRST,
    'resolves         TEXT UNIQUE REFERENCES',
    'resolves         TEXT REFERENCES',
  ),
  unique(
    'a ledger line is written once',
    FIRST,
    'id               TEXT PRIMARY KEY,\n  attempt_id       TEXT',
    'id               TEXT,\n  attempt_id       TEXT',
  ),
  unique(
    'a fact is one row',
    FIRST,
    'id         TEXT PRIMARY KEY CHECK (length(id) = 64),\n  attempt_id',
    'id         TEXT CHECK (length(id) = 64),\n  attempt_id',
  ),
  unique(
    'one open escalation of a reason',
    FIRST,
    'CREATE UNIQUE INDEX escalations_one_open',
    'CREATE INDEX escalations_one_open',
  ),
  unique(
    'one open inquiry of a case',
    SECOND,
    'CREATE UNIQUE INDEX inquiries_one_open',
    'CREATE INDEX inquiries_one_open',
  ),
  unique(
    'an answer is one row',
    SECOND,
    'id         TEXT PRIMARY KEY CHECK (length(id) = 64)',
    'id         TEXT CHECK (length(id) = 64)',
  ),
];
