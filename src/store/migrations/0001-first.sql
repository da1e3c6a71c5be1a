-- The first schema. Every table is STRICT, every state has its CHECK, times are milliseconds since 1970 (UTC),
-- amounts are integer cents. Triggers that guard append-only tables use RAISE(ABORT): anything stronger would end
-- the surrounding transaction and let what follows commit alone.

-- Switches and secrets of this installation: the key secret, the kill switch, the lane, an accepted clock.
CREATE TABLE settings (
  name       TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 60),
  value      TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  changed_by TEXT NOT NULL
) STRICT;

-- People who act. Named by --as; a name is one person.
CREATE TABLE staff (
  name     TEXT PRIMARY KEY CHECK (length(name) BETWEEN 2 AND 40),
  since    INTEGER NOT NULL
) STRICT;

-- One complaint each, with one persisted status. Nothing runs while a case waits: wake_at says when to look again.
CREATE TABLE cases (
  id             TEXT PRIMARY KEY CHECK (length(id) BETWEEN 3 AND 40),
  channel        TEXT NOT NULL CHECK (length(channel) BETWEEN 1 AND 40),
  sender         TEXT CHECK (sender IS NULL OR length(sender) = 12),
  language       TEXT NOT NULL CHECK (language IN ('sw', 'en')),
  status         TEXT NOT NULL CHECK (status IN ('new', 'extracted', 'waiting_for_customer', 'waiting_for_approval',
                                                 'approved', 'refunded', 'closed')),
  outcome        TEXT CHECK (outcome IN ('refunded', 'refunded_outside', 'applied_to_order', 'rejected', 'withdrawn',
                                         'no_answer', 'not_due', 'duplicate')),
  version        INTEGER NOT NULL CHECK (version >= 1),
  revision       INTEGER NOT NULL CHECK (revision >= 1),
  opened_at      INTEGER NOT NULL,
  changed_at     INTEGER NOT NULL,
  closed_at      INTEGER,
  wake_at        INTEGER,
  model_calls    INTEGER NOT NULL CHECK (model_calls BETWEEN 0 AND 5),
  reading_steps  INTEGER NOT NULL CHECK (reading_steps BETWEEN 0 AND 10),
  said           TEXT,
  secrets        TEXT NOT NULL,
  decision       TEXT,
  staff_fact     TEXT,
  asked          TEXT CHECK (asked IN ('mpesa_code', 'order_number', 'amount', 'phone', 'confirm')),
  asked_at       INTEGER,
  reminders      INTEGER NOT NULL CHECK (reminders >= 0),
  times_asked    TEXT NOT NULL,
  staff_ask      TEXT CHECK (staff_ask IN ('mpesa_code', 'order_number', 'amount', 'phone')),
  receipt        TEXT CHECK (receipt IS NULL OR length(receipt) BETWEEN 9 AND 10),
  order_number   TEXT,
  payout_key     TEXT REFERENCES payouts (key),
  duplicate_of   TEXT REFERENCES cases (id),
  told_to_wait   INTEGER NOT NULL CHECK (told_to_wait IN (0, 1)),
  model_failures INTEGER NOT NULL CHECK (model_failures >= 0),
  hands          TEXT NOT NULL,
  CHECK ((status = 'closed') = (outcome IS NOT NULL)),
  CHECK ((status = 'closed') = (closed_at IS NOT NULL))
) STRICT;

-- The worker's question "what is due?" must not grow with closed cases.
CREATE INDEX cases_due ON cases (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX cases_open ON cases (opened_at) WHERE status <> 'closed';
CREATE INDEX cases_open_receipt ON cases (receipt) WHERE status <> 'closed' AND receipt IS NOT NULL;
CREATE INDEX cases_payout ON cases (payout_key) WHERE payout_key IS NOT NULL;
CREATE INDEX cases_sender ON cases (sender, opened_at) WHERE sender IS NOT NULL;

-- A closed case keeps its outcome and never opens again.
CREATE TRIGGER cases_closed_stay_closed BEFORE UPDATE OF status, outcome ON cases
  WHEN OLD.status = 'closed' AND (NEW.status <> 'closed' OR NEW.outcome IS NOT OLD.outcome)
  BEGIN SELECT RAISE(ABORT, 'a closed case stays closed'); END;
CREATE TRIGGER cases_are_kept BEFORE DELETE ON cases
  BEGIN SELECT RAISE(ABORT, 'cases are never deleted'); END;

-- Which receipts (in slip form: O as 0, I as 1) and orders an open case names: an import wakes exactly those.
CREATE TABLE case_mentions (
  kind    TEXT NOT NULL CHECK (kind IN ('receipt', 'order')),
  value   TEXT NOT NULL,
  case_id TEXT NOT NULL REFERENCES cases (id),
  PRIMARY KEY (kind, value, case_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX case_mentions_of_case ON case_mentions (case_id);

-- What customers wrote. The same message handed in twice is one row.
CREATE TABLE inbound_messages (
  id          TEXT PRIMARY KEY,
  case_id     TEXT NOT NULL REFERENCES cases (id),
  channel     TEXT NOT NULL,
  provider_id TEXT NOT NULL CHECK (length(provider_id) BETWEEN 1 AND 200),
  text        TEXT NOT NULL CHECK (length(text) <= 200000),
  at          INTEGER NOT NULL,
  read_at     INTEGER,
  UNIQUE (channel, provider_id)
) STRICT;
CREATE INDEX inbound_of_case ON inbound_messages (case_id, at);
CREATE INDEX inbound_unread ON inbound_messages (case_id) WHERE read_at IS NULL;

-- The outbox: written with the step that causes it, delivered at least once under a stable id.
CREATE TABLE outbound_messages (
  id           TEXT PRIMARY KEY,
  case_id      TEXT NOT NULL REFERENCES cases (id),
  audience     TEXT NOT NULL CHECK (audience IN ('customer', 'staff')),
  purpose      TEXT NOT NULL,
  recipient    TEXT,
  text         TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
  at           INTEGER NOT NULL,
  closes       INTEGER NOT NULL CHECK (closes IN (0, 1)),
  tries        INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
  next_at      INTEGER,
  delivered_at INTEGER,
  CHECK ((next_at IS NULL) = (delivered_at IS NOT NULL))
) STRICT;
CREATE INDEX outbox_due ON outbound_messages (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX outbound_of_case ON outbound_messages (case_id, at);

-- Who did what, when: append-only, each row hashed with the one before it in its case. No secrets in clear.
CREATE TABLE events (
  case_id  TEXT NOT NULL REFERENCES cases (id),
  seq      INTEGER NOT NULL CHECK (seq >= 1),
  at       INTEGER NOT NULL,
  actor    TEXT NOT NULL,
  what     TEXT NOT NULL,
  detail   TEXT NOT NULL,
  hash     TEXT NOT NULL CHECK (length(hash) = 64),
  PRIMARY KEY (case_id, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER events_no_update BEFORE UPDATE ON events
  BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events
  BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

-- Every call of the model: saved before it is made, completed with what came back.
CREATE TABLE model_calls (
  id            TEXT PRIMARY KEY,
  case_id       TEXT NOT NULL REFERENCES cases (id),
  purpose       TEXT NOT NULL CHECK (purpose IN ('message', 'reply')),
  at            INTEGER NOT NULL,
  outcome       TEXT,
  model         TEXT,
  digest        TEXT,
  prompt_hash   TEXT,
  prompt        TEXT,
  raw_answer    TEXT,
  ms            INTEGER,
  prompt_tokens INTEGER,
  answer_tokens INTEGER
) STRICT;
CREATE INDEX model_calls_of_case ON model_calls (case_id, at);

-- Money that arrived. What a row says about money is written once.
CREATE TABLE payments (
  receipt        TEXT PRIMARY KEY CHECK (length(receipt) BETWEEN 9 AND 10),
  slip_form      TEXT NOT NULL,
  amount_cents   INTEGER NOT NULL CHECK (amount_cents > 0),
  paid_at        INTEGER NOT NULL,
  payer_full     TEXT CHECK (payer_full IS NULL OR length(payer_full) = 12),
  payer_masked   TEXT,
  payer_sha256   TEXT CHECK (payer_sha256 IS NULL OR length(payer_sha256) = 64),
  account        TEXT NOT NULL,
  account_normal TEXT NOT NULL,
  source         TEXT NOT NULL,
  imported_at    INTEGER NOT NULL
) STRICT;
-- An outgoing statement row looks for the payments that it may have given back.
CREATE INDEX payments_amount ON payments (amount_cents, paid_at);
CREATE INDEX payments_slip_form ON payments (slip_form);
CREATE INDEX payments_account ON payments (account_normal, paid_at) WHERE account_normal <> '';
CREATE INDEX payments_payer ON payments (payer_full, paid_at) WHERE payer_full IS NOT NULL;
CREATE INDEX payments_payer_hash ON payments (payer_sha256, paid_at) WHERE payer_sha256 IS NOT NULL;
CREATE TRIGGER payments_money_is_written_once BEFORE UPDATE OF receipt, amount_cents, paid_at ON payments
  BEGIN SELECT RAISE(ABORT, 'what a payment says about money is written once'); END;
-- A later source may add a form of the payer or a missing account, and show digits that a mask hid.
CREATE TRIGGER payments_facts_are_written_once BEFORE UPDATE OF payer_full, payer_sha256, account ON payments
  WHEN (OLD.account <> '' AND NEW.account <> OLD.account)
    OR (OLD.payer_full IS NOT NULL AND NEW.payer_full IS NOT OLD.payer_full)
    OR (OLD.payer_sha256 IS NOT NULL AND NEW.payer_sha256 IS NOT OLD.payer_sha256)
  BEGIN SELECT RAISE(ABORT, 'what a payment says about payer and account is written once'); END;
CREATE TRIGGER payments_are_kept BEFORE DELETE ON payments
  BEGIN SELECT RAISE(ABORT, 'payments are never deleted'); END;

-- Why nothing of a receipt may be paid out. Lifted only by two people.
CREATE TABLE holds (
  receipt   TEXT NOT NULL,
  source    TEXT NOT NULL,
  why       TEXT NOT NULL,
  at        INTEGER NOT NULL,
  lifted_at INTEGER,
  lifted_by TEXT,
  lifted_because TEXT,
  PRIMARY KEY (receipt, source)
) STRICT;

-- Money of a receipt that went back without us: reversed by the customer, by Safaricom, by hand.
CREATE TABLE given_back_outside (
  provider_receipt TEXT PRIMARY KEY,
  receipt          TEXT NOT NULL,
  amount_cents     INTEGER NOT NULL CHECK (amount_cents > 0),
  source           TEXT NOT NULL,
  at               INTEGER NOT NULL
) STRICT;
CREATE INDEX given_back_outside_receipt ON given_back_outside (receipt);
CREATE TRIGGER given_back_outside_no_update BEFORE UPDATE ON given_back_outside
  BEGIN SELECT RAISE(ABORT, 'money given back outside is append-only'); END;
CREATE TRIGGER given_back_outside_no_delete BEFORE DELETE ON given_back_outside
  BEGIN SELECT RAISE(ABORT, 'money given back outside is append-only'); END;

CREATE TABLE orders (
  number      TEXT PRIMARY KEY CHECK (length(number) BETWEEN 1 AND 60),
  written     TEXT NOT NULL,
  total_cents INTEGER NOT NULL CHECK (total_cents >= 0),
  status      TEXT NOT NULL CHECK (length(status) BETWEEN 1 AND 40),
  phone       TEXT CHECK (phone IS NULL OR length(phone) = 12),
  created_at  INTEGER,
  seen_at     INTEGER NOT NULL,
  source      TEXT NOT NULL
) STRICT;
CREATE INDEX orders_unpaid_of_phone ON orders (phone) WHERE phone IS NOT NULL;

-- Receipts that the shop names as an order's payments.
CREATE TABLE order_receipts (
  number  TEXT NOT NULL REFERENCES orders (number),
  receipt TEXT NOT NULL,
  source  TEXT NOT NULL,
  PRIMARY KEY (number, receipt)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_receipts_receipt ON order_receipts (receipt);

-- A refund by its idempotency key: all rounds and attempts of one key are one row here. The key is never recomputed.
CREATE TABLE payouts (
  key              TEXT PRIMARY KEY CHECK (length(key) = 64),
  reference        TEXT NOT NULL UNIQUE,
  receipt          TEXT NOT NULL,
  amount_cents     INTEGER NOT NULL CHECK (amount_cents > 0),
  cause            TEXT NOT NULL CHECK (cause IN ('unpaid_order', 'duplicate_payment', 'overpayment')),
  rail             TEXT NOT NULL CHECK (rail IN ('reversal', 'b2c')),
  payee            TEXT NOT NULL CHECK ((rail = 'reversal') = (payee = 'payer-of-receipt')),
  order_number     TEXT NOT NULL,
  round            INTEGER NOT NULL CHECK (round >= 1),
  state            TEXT NOT NULL CHECK (state IN ('proposed', 'unresolved', 'retry_due', 'paid', 'already_back',
                                                  'not_paid', 'rejected')),
  next_attempt_at  INTEGER,
  provider_receipt TEXT,
  at               INTEGER NOT NULL
) STRICT;
CREATE INDEX payouts_receipt ON payouts (receipt);
-- At most one unresolved payout a receipt, whatever the rail.
CREATE UNIQUE INDEX payouts_one_unresolved ON payouts (receipt) WHERE state = 'unresolved';
-- One provider receipt settles one payout only.
CREATE UNIQUE INDEX payouts_one_settlement ON payouts (provider_receipt) WHERE provider_receipt IS NOT NULL;
CREATE TRIGGER payouts_request_is_written_once
  BEFORE UPDATE OF key, reference, receipt, amount_cents, cause, rail, payee ON payouts
  BEGIN SELECT RAISE(ABORT, 'what a payout pays is written once'); END;
CREATE TRIGGER payouts_done_stays_done BEFORE UPDATE OF state ON payouts
  WHEN OLD.state IN ('paid', 'already_back') AND NEW.state NOT IN ('paid', 'already_back')
  BEGIN SELECT RAISE(ABORT, 'a payout that is done stays done'); END;
CREATE TRIGGER payouts_are_kept BEFORE DELETE ON payouts
  BEGIN SELECT RAISE(ABORT, 'payouts are never deleted'); END;

-- Who approved which round of which key.
CREATE TABLE approvals (
  key        TEXT NOT NULL REFERENCES payouts (key),
  round      INTEGER NOT NULL,
  by         TEXT NOT NULL REFERENCES staff (name),
  case_id    TEXT NOT NULL REFERENCES cases (id),
  at         INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revision   INTEGER NOT NULL,
  -- Of each case, for two cases may stand for one refund; and of its moment, for one that expired can be given again.
  PRIMARY KEY (key, round, case_id, by, revision, at)
) STRICT;
CREATE TRIGGER approvals_no_update BEFORE UPDATE ON approvals
  BEGIN SELECT RAISE(ABORT, 'approvals are append-only'); END;
CREATE TRIGGER approvals_no_delete BEFORE DELETE ON approvals
  BEGIN SELECT RAISE(ABORT, 'approvals are append-only'); END;

-- One request to the provider each, sent at most once. Numbers run over all rounds of a key.
CREATE TABLE attempts (
  id           TEXT PRIMARY KEY,
  key          TEXT NOT NULL REFERENCES payouts (key),
  number       INTEGER NOT NULL CHECK (number >= 1),
  round        INTEGER NOT NULL CHECK (round >= 1),
  case_id      TEXT NOT NULL REFERENCES cases (id),
  reserved_at  INTEGER NOT NULL,
  send_by      INTEGER NOT NULL,
  originator_conversation_id TEXT NOT NULL UNIQUE,
  verdict      TEXT NOT NULL CHECK (verdict IN ('unresolved', 'paid', 'already_back', 'not_paid')),
  resolved_at  INTEGER,
  asks         INTEGER NOT NULL CHECK (asks >= 0),
  next_ask_at  INTEGER,
  judge_at     INTEGER,
  judged_facts TEXT NOT NULL DEFAULT '[]',
  UNIQUE (key, number)
) STRICT;
CREATE INDEX attempts_to_judge ON attempts (judge_at) WHERE judge_at IS NOT NULL;
CREATE INDEX attempts_to_ask ON attempts (next_ask_at) WHERE next_ask_at IS NOT NULL;
CREATE INDEX attempts_of_case ON attempts (case_id);
CREATE INDEX attempts_unresolved ON attempts (reserved_at) WHERE verdict = 'unresolved';
CREATE TRIGGER attempts_are_kept BEFORE DELETE ON attempts
  BEGIN SELECT RAISE(ABORT, 'attempts are never deleted'); END;

-- What the world said about an attempt. The id is the hash of the content: a repeat is the same row.
CREATE TABLE facts (
  id         TEXT PRIMARY KEY CHECK (length(id) = 64),
  attempt_id TEXT NOT NULL REFERENCES attempts (id),
  at         INTEGER NOT NULL,
  kind       TEXT NOT NULL,
  body       TEXT NOT NULL
) STRICT;
CREATE INDEX facts_of_attempt ON facts (attempt_id);
CREATE TRIGGER facts_no_update BEFORE UPDATE ON facts
  BEGIN SELECT RAISE(ABORT, 'facts are append-only'); END;
CREATE TRIGGER facts_no_delete BEFORE DELETE ON facts
  BEGIN SELECT RAISE(ABORT, 'facts are append-only'); END;

-- The ledger: pending, then exactly one of posted or voided; late for money that moved after all.
CREATE TABLE transfers (
  id               TEXT PRIMARY KEY,
  attempt_id       TEXT NOT NULL REFERENCES attempts (id),
  kind             TEXT NOT NULL CHECK (kind IN ('pending', 'posted', 'voided', 'late')),
  receipt          TEXT NOT NULL,
  order_number     TEXT NOT NULL,
  amount_cents     INTEGER NOT NULL CHECK (amount_cents > 0),
  resolves         TEXT UNIQUE REFERENCES transfers (id),
  provider_receipt TEXT,
  at               INTEGER NOT NULL,
  CHECK ((kind IN ('posted', 'voided')) = (resolves IS NOT NULL))
) STRICT;
CREATE INDEX transfers_receipt ON transfers (receipt);
CREATE INDEX transfers_order ON transfers (order_number);
CREATE INDEX transfers_attempt ON transfers (attempt_id);
CREATE TRIGGER transfers_no_update BEFORE UPDATE ON transfers
  BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER transfers_no_delete BEFORE DELETE ON transfers
  BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- Callbacks as they came, credentials removed, whether they fitted or not.
CREATE TABLE callbacks (
  id         INTEGER PRIMARY KEY,
  at         INTEGER NOT NULL,
  path       TEXT NOT NULL,
  body       TEXT NOT NULL CHECK (length(body) <= 100000),
  attempt_id TEXT,
  fact_id    TEXT,
  why        TEXT
) STRICT;
CREATE INDEX callbacks_attempt ON callbacks (attempt_id);

-- What the gate refused: the same refusal again is the same row.
CREATE TABLE gate_refusals (
  key      TEXT NOT NULL REFERENCES payouts (key),
  round    INTEGER NOT NULL,
  case_id  TEXT NOT NULL,
  gate     TEXT NOT NULL,
  reason   TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  PRIMARY KEY (key, round, case_id, gate, reason)
) STRICT;

-- Where a person is needed, and what they answered.
CREATE TABLE escalations (
  id          TEXT PRIMARY KEY,
  case_id     TEXT NOT NULL REFERENCES cases (id),
  reason      TEXT NOT NULL,
  sub_reason  TEXT,
  sentence    TEXT NOT NULL,
  command     TEXT NOT NULL,
  opened_at   INTEGER NOT NULL,
  resolved_at INTEGER,
  resolved_by TEXT,
  answer      TEXT,
  because     TEXT,
  CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
) STRICT;
CREATE UNIQUE INDEX escalations_one_open ON escalations (case_id, reason) WHERE resolved_at IS NULL;
CREATE INDEX escalations_open ON escalations (opened_at) WHERE resolved_at IS NULL;

-- One person's half of what needs two.
CREATE TABLE statements (
  id    TEXT PRIMARY KEY,
  about TEXT NOT NULL,
  says  TEXT NOT NULL,
  by    TEXT NOT NULL REFERENCES staff (name),
  at    INTEGER NOT NULL
) STRICT;
CREATE INDEX statements_about ON statements (about);
