-- Status queries about a payment, outside any attempt: an unknown receipt, a payer's full number, the original of a
-- B2C before it is paid, the probe of a stopped lane. A question that nobody waits for any more still takes an answer.
CREATE TABLE inquiries (
  id      TEXT PRIMARY KEY CHECK (length(id) = 10),
  purpose TEXT NOT NULL CHECK (purpose IN ('find', 'confirm', 'probe')),
  receipt TEXT NOT NULL CHECK (length(receipt) BETWEEN 9 AND 10),
  case_id TEXT NOT NULL REFERENCES cases (id),
  at      INTEGER NOT NULL,
  sent_at INTEGER,
  state   TEXT NOT NULL CHECK (state IN ('open', 'answered', 'unanswered')),
  next_at INTEGER,
  CHECK (state <> 'open' OR next_at IS NOT NULL)
) STRICT;
CREATE INDEX inquiries_due ON inquiries (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX inquiries_of_case ON inquiries (case_id, at);
-- A case asks one thing once at a time.
CREATE UNIQUE INDEX inquiries_one_open ON inquiries (case_id, purpose, receipt) WHERE state = 'open';
CREATE TRIGGER inquiries_question_is_written_once BEFORE UPDATE OF id, purpose, receipt, case_id, at ON inquiries
  BEGIN SELECT RAISE(ABORT, 'what an inquiry asks is written once'); END;
CREATE TRIGGER inquiries_are_kept BEFORE DELETE ON inquiries
  BEGIN SELECT RAISE(ABORT, 'inquiries are never deleted'); END;

-- What came back. The id is the hash of the content: a repeat is the same row.
CREATE TABLE inquiry_answers (
  id         TEXT PRIMARY KEY CHECK (length(id) = 64),
  inquiry_id TEXT NOT NULL REFERENCES inquiries (id),
  at         INTEGER NOT NULL,
  body       TEXT NOT NULL
) STRICT;
CREATE INDEX inquiry_answers_of ON inquiry_answers (inquiry_id);
CREATE TRIGGER inquiry_answers_no_update BEFORE UPDATE ON inquiry_answers
  BEGIN SELECT RAISE(ABORT, 'answers are append-only'); END;
CREATE TRIGGER inquiry_answers_no_delete BEFORE DELETE ON inquiry_answers
  BEGIN SELECT RAISE(ABORT, 'answers are append-only'); END;

-- A callback may be about an inquiry instead of an attempt.
ALTER TABLE callbacks ADD COLUMN inquiry_id TEXT;

-- A statement row looks for the B2C attempt that it may be.
CREATE INDEX payouts_b2c_amount ON payouts (amount_cents) WHERE rail = 'b2c';
