/**
 * The simulator's books. In a string, not a .sql file, so that the built program needs no file beside it.
 * The outside world has no migrations: a later shape gets a new file name.
 */
export const SCHEMA = `
-- One account: the shortcode's Utility account, from which reversals and payouts are paid.
CREATE TABLE IF NOT EXISTS accounts (
  name          TEXT PRIMARY KEY,
  balance_cents INTEGER NOT NULL
) STRICT;

-- Money that customers paid to the shortcode.
CREATE TABLE IF NOT EXISTS payments (
  receipt          TEXT    PRIMARY KEY CHECK (length(receipt) BETWEEN 1 AND 20),
  amount_cents     INTEGER NOT NULL CHECK (amount_cents > 0),
  msisdn           TEXT    NOT NULL,
  payer_name       TEXT    NOT NULL,
  account          TEXT    NOT NULL,
  paid_at          INTEGER NOT NULL,
  status           TEXT    NOT NULL DEFAULT 'Completed' CHECK (status IN ('Completed', 'Reversed')),
  reversed_by      TEXT,
  reversed_outside INTEGER NOT NULL DEFAULT 0 CHECK (reversed_outside IN (0, 1))
) STRICT;

-- Every request that arrived, before anything else is done with it; without its security credential.
CREATE TABLE IF NOT EXISTS requests (
  number          INTEGER PRIMARY KEY AUTOINCREMENT,
  operation       TEXT    NOT NULL,
  path            TEXT    NOT NULL,
  body            TEXT    NOT NULL,
  result_path     TEXT    NOT NULL,
  received_at     INTEGER NOT NULL,
  behaviour       TEXT    NOT NULL,
  rules           TEXT    NOT NULL,
  accepted        INTEGER NOT NULL DEFAULT 0 CHECK (accepted IN (0, 1)),
  outcome         TEXT    NOT NULL DEFAULT 'received',
  credential      TEXT    NOT NULL CHECK (credential IN ('right', 'wrong')),
  originator_conversation_id TEXT,
  conversation_id TEXT,
  process_at      INTEGER,
  processed_at    INTEGER,
  result_code     TEXT,
  transaction_id  TEXT
) STRICT;

-- Books of earlier days had an id accepted once for ever; a provider that does not dedupe takes it again.
DROP INDEX IF EXISTS requests_by_payout_id;

CREATE INDEX IF NOT EXISTS requests_by_operation ON requests (operation);
CREATE INDEX IF NOT EXISTS requests_by_id ON requests (originator_conversation_id) WHERE originator_conversation_id IS NOT NULL;

CREATE INDEX IF NOT EXISTS requests_to_process ON requests (process_at) WHERE process_at IS NOT NULL AND processed_at IS NULL;

-- Money that left: reversals (ours or somebody else's) and payouts.
CREATE TABLE IF NOT EXISTS money_out (
  receipt          TEXT    PRIMARY KEY,
  kind             TEXT    NOT NULL CHECK (kind IN ('reversal', 'outside', 'b2c')),
  request          INTEGER REFERENCES requests (number),
  original_receipt TEXT    REFERENCES payments (receipt),
  amount_cents     INTEGER NOT NULL CHECK (amount_cents > 0),
  msisdn           TEXT    NOT NULL,
  at               INTEGER NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS payments_by_payer ON payments (msisdn);
CREATE INDEX IF NOT EXISTS money_out_by_request ON money_out (request);

-- What is still to be told, what was told, and what the fault script lost.
CREATE TABLE IF NOT EXISTS callbacks (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  request  INTEGER NOT NULL REFERENCES requests (number),
  url      TEXT    NOT NULL,
  body     TEXT    NOT NULL,
  due_at   INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  state    TEXT    NOT NULL CHECK (state IN ('pending', 'delivered', 'given_up', 'lost'))
) STRICT;

CREATE INDEX IF NOT EXISTS callbacks_pending ON callbacks (due_at, id) WHERE state = 'pending';

-- Hashes of the access tokens given out.
CREATE TABLE IF NOT EXISTS tokens (
  sha256     TEXT    PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT;

-- Counters and the fault script.
CREATE TABLE IF NOT EXISTS settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
`;
