import type { Behind, Deletion, Edit } from './deletion.ts';
import { gateCheck } from './gate.ts';
import { NO_CASE_VERSION, NO_FACTS_CONDITION, noCondition } from './guards.ts';

const FIRST = 'src/store/migrations/0001-first.sql';
const SECOND = 'src/store/migrations/0002-inquiries.sql';
const RESERVE = 'src/store/reserve.ts';
const PAYOUTS = 'src/store/writes/payouts.ts';
const RECORD = 'src/store/record.ts';

function edit(file: string, find: string, replace: string): Edit {
  return { file, find, replace };
}

/**
 * A key is deleted together with what cannot stand without it: the writer's ON CONFLICT clause and references to it.
 * Else no statement could be prepared, and every journey would fail without having tried anything.
 */
function unique(name: string, first: readonly string[], edits: readonly Edit[], behind?: Behind): Deletion {
  return { name: `unique key: ${name}`, edits, first, ...(behind ? { behind } : {}) };
}

const ONE_COUNT =
  'Number, id, conversation id and callback path of an attempt are made from one count over all rounds of its key, in the transaction that writes them, so one of them can only repeat where that count is wrong for it.';

/** The number that restarts with each round, in one of the places that use it. */
const WRONG = 'payout.attemptsInRound + 1';

const NO_OCID_KEY = edit(
  FIRST,
  'originator_conversation_id TEXT NOT NULL UNIQUE',
  'originator_conversation_id TEXT NOT NULL',
);
const NO_ATTEMPT_ID_KEY: readonly Edit[] = [
  edit(
    FIRST,
    'CREATE TABLE attempts (\n  id           TEXT PRIMARY KEY,',
    'CREATE TABLE attempts (\n  id           TEXT,',
  ),
  edit(
    FIRST,
    '  attempt_id TEXT NOT NULL REFERENCES attempts (id),\n  at ',
    '  attempt_id TEXT NOT NULL,\n  at ',
  ),
  edit(
    FIRST,
    '  attempt_id       TEXT NOT NULL REFERENCES attempts (id),',
    '  attempt_id       TEXT NOT NULL,',
  ),
];

const OF_PAYOUTS: readonly Deletion[] = [
  unique(
    'a payout is known by its key',
    ['walls-keys'],
    [
      edit(FIRST, 'key              TEXT PRIMARY KEY CHECK', 'key              TEXT CHECK'),
      edit(FIRST, 'payout_key     TEXT REFERENCES payouts (key),', 'payout_key     TEXT,'),
      edit(
        FIRST,
        'CREATE TABLE approvals (\n  key        TEXT NOT NULL REFERENCES payouts (key),',
        'CREATE TABLE approvals (\n  key        TEXT NOT NULL,',
      ),
      edit(FIRST, '  key          TEXT NOT NULL REFERENCES payouts (key),', '  key          TEXT NOT NULL,'),
      edit(FIRST, '  key      TEXT NOT NULL REFERENCES payouts (key),', '  key      TEXT NOT NULL,'),
      edit(
        FIRST,
        'reference        TEXT NOT NULL UNIQUE,\n  receipt',
        'reference        TEXT NOT NULL,\n  receipt',
      ),
    ],
    {
      why: 'Whoever proposes a refund looks for its key in the same transaction and joins the payout that is there, so a second row of a key can only come from a proposal that does not find the first.',
      edits: [edit(PAYOUTS, '  if (row) {\n', '  if (row && db.readonly) {\n')],
    },
  ),
  unique(
    'a reference is of one payout',
    ['walls-keys'],
    [edit(FIRST, 'reference        TEXT NOT NULL UNIQUE', 'reference        TEXT NOT NULL')],
    {
      why: 'A reference is 40 bits of the key, and the ids of its attempts begin with it, so two payouts can only share one where the key says nothing about it any more and an attempt of the same id can be written twice.',
      edits: [
        edit(
          'src/payouts/key.ts',
          'return `RF-${code}` as PayoutReference;',
          "return (code && 'RF-22222222') as PayoutReference;",
        ),
        ...NO_ATTEMPT_ID_KEY,
      ],
    },
  ),
  unique(
    'one unresolved payout a receipt',
    ['walls-caps'],
    [edit(FIRST, 'CREATE UNIQUE INDEX payouts_one_unresolved', 'CREATE INDEX payouts_one_unresolved')],
    {
      why: 'The gate asks the same thing three times of rows of the very transaction that reserves: `receipt_free` directly, `records_agree` by deciding again, `caps` by the pending line; the index holds where all three overlook it.',
      edits: [gateCheck('receipt_free'), gateCheck('records_agree'), gateCheck('caps')],
    },
  ),
  unique(
    'one provider receipt settles one payout',
    ['walls-settlement'],
    [edit(FIRST, 'CREATE UNIQUE INDEX payouts_one_settlement', 'CREATE INDEX payouts_one_settlement')],
  ),
];

const OF_ATTEMPTS: readonly Deletion[] = [
  unique("an attempt's id is used once", ['walls-numbers'], NO_ATTEMPT_ID_KEY, {
    why: ONE_COUNT,
    edits: [
      edit(RESERVE, 'id: attemptId(payout.reference, number),', `id: attemptId(payout.reference, ${WRONG}),`),
    ],
  }),
  unique(
    'an attempt has one number',
    ['walls-numbers'],
    [edit(FIRST, '  UNIQUE (key, number)\n', '  CHECK (number > 0)\n')],
    {
      why: ONE_COUNT,
      edits: [
        edit(
          RESERVE,
          '    number,\n    round: payout.round,',
          `    number: ${WRONG},\n    round: payout.round,`,
        ),
      ],
    },
  ),
  unique('an OriginatorConversationID is used once', ['walls-numbers'], [NO_OCID_KEY], {
    why: ONE_COUNT,
    edits: [
      edit(
        RESERVE,
        'originatorConversationId(secretOf(db), payout.key, number)',
        `originatorConversationId(secretOf(db), payout.key, ${WRONG})`,
      ),
    ],
  }),
  unique(
    'a reservation is resolved once',
    ['walls-settlement'],
    [edit(FIRST, 'resolves         TEXT UNIQUE REFERENCES', 'resolves         TEXT REFERENCES')],
    {
      why: 'A judgement is saved only while its facts are all there are and its case did not move, so a reservation can only be posted and voided where both conditions are overlooked.',
      edits: [NO_FACTS_CONDITION, NO_CASE_VERSION],
    },
  ),
  unique(
    'a ledger line is written once',
    ['walls-keys'],
    [
      edit(
        FIRST,
        'id               TEXT PRIMARY KEY,\n  attempt_id       TEXT',
        'id               TEXT,\n  attempt_id       TEXT',
      ),
      edit(FIRST, 'resolves         TEXT UNIQUE REFERENCES transfers (id),', 'resolves         TEXT UNIQUE,'),
      edit(PAYOUTS, ' ON CONFLICT (id) DO NOTHING', ''),
    ],
  ),
  unique(
    'a fact is one row',
    ['walls-keys', 'lying-callbacks', 'doubt'],
    [
      edit(
        FIRST,
        'id         TEXT PRIMARY KEY CHECK (length(id) = 64),\n  attempt_id',
        'id         TEXT CHECK (length(id) = 64),\n  attempt_id',
      ),
      edit(
        RECORD,
        "'INSERT INTO facts (id, attempt_id, at, kind, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING'",
        "'INSERT INTO facts (id, attempt_id, at, kind, body) VALUES (?, ?, ?, ?, ?)'",
      ),
    ],
  ),
];

const OF_RECORDS: readonly Deletion[] = [
  unique(
    'money given back outside counts once',
    ['imports', 'holds', 'walls-keys'],
    [
      edit(FIRST, 'provider_receipt TEXT PRIMARY KEY,\n  receipt', 'provider_receipt TEXT,\n  receipt'),
      edit('src/store/writes/records.ts', '\n     ON CONFLICT (provider_receipt) DO NOTHING', ''),
    ],
  ),
  unique(
    'a hold of one source is placed once',
    ['holds', 'imports', 'walls-keys'],
    [
      edit(FIRST, '  lifted_because TEXT,\n  PRIMARY KEY (receipt, source)\n', '  lifted_because TEXT\n'),
      edit('src/store/writes/records.ts', ' ON CONFLICT (receipt, source) DO NOTHING', ''),
    ],
  ),
  unique(
    'a setting has one value',
    ['gate-brakes'],
    [
      edit(
        FIRST,
        'name       TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 60),',
        'name       TEXT CHECK (length(name) BETWEEN 1 AND 60),',
      ),
      edit(
        'src/store/writes/settings.ts',
        `ON CONFLICT (name) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at,`,
        'ON CONFLICT DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at,',
      ),
      edit('src/store/settings.ts', 'ON CONFLICT (name) DO NOTHING', ''),
      edit('src/store/writes/events.ts', 'ON CONFLICT (name) DO UPDATE', 'ON CONFLICT DO UPDATE'),
    ],
  ),
  unique(
    'a refusal of the gate is told once',
    ['gate-brakes'],
    [
      edit(
        FIRST,
        '  first_at INTEGER NOT NULL,\n  PRIMARY KEY (key, round, case_id, gate, reason)\n',
        '  first_at INTEGER NOT NULL\n',
      ),
    ],
  ),
];

const OF_WORDS: readonly Deletion[] = [
  unique(
    'a message of a channel is one',
    ['walls-keys'],
    [
      edit(FIRST, '  UNIQUE (channel, provider_id)', '  CHECK (length(channel) > 0)'),
      edit('src/store/writes/messages.ts', '\n     ON CONFLICT (channel, provider_id) DO NOTHING', ''),
    ],
    {
      why: 'A message is filed only while it is unknown and its case did not move, both looked at in the transaction that files it.',
      edits: [noCondition('message_unknown'), NO_CASE_VERSION],
    },
  ),
  unique(
    'a message to a customer or to staff is written once',
    ['second-walls', 'gate-brakes', 'closing', 'walls-keys'],
    [
      edit(
        FIRST,
        'CREATE TABLE outbound_messages (\n  id           TEXT PRIMARY KEY,',
        'CREATE TABLE outbound_messages (\n  id           TEXT,',
      ),
      edit('src/store/writes/messages.ts', ' ON CONFLICT (id) DO NOTHING', ''),
    ],
  ),
  unique(
    'one open escalation of a reason',
    ['walls-keys'],
    [
      edit(FIRST, 'CREATE UNIQUE INDEX escalations_one_open', 'CREATE INDEX escalations_one_open'),
      edit(
        'src/store/writes/escalations.ts',
        '\n     ON CONFLICT (case_id, reason) WHERE resolved_at IS NULL DO NOTHING',
        '',
      ),
    ],
  ),
  unique(
    'one open inquiry of a case',
    ['walls-keys'],
    [
      edit(SECOND, 'CREATE UNIQUE INDEX inquiries_one_open', 'CREATE INDEX inquiries_one_open'),
      edit(
        'src/store/writes/inquiries.ts',
        "\n     ON CONFLICT (case_id, purpose, receipt) WHERE state = 'open' DO NOTHING",
        '',
      ),
    ],
    {
      why: 'A question is written by a step of its case, and of two steps of one version only one is saved.',
      edits: [NO_CASE_VERSION],
    },
  ),
  unique(
    'an answer is one row',
    ['walls-keys'],
    [
      edit(
        SECOND,
        'id         TEXT PRIMARY KEY CHECK (length(id) = 64)',
        'id         TEXT CHECK (length(id) = 64)',
      ),
      edit(
        RECORD,
        "'INSERT INTO inquiry_answers (id, inquiry_id, at, body) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING'",
        "'INSERT INTO inquiry_answers (id, inquiry_id, at, body) VALUES (?, ?, ?, ?)'",
      ),
    ],
  ),
];

/** The unique keys that guard money, the history of it, or what is told and heard once. */
export const KEY_DELETIONS: readonly Deletion[] = [...OF_PAYOUTS, ...OF_ATTEMPTS, ...OF_RECORDS, ...OF_WORDS];
