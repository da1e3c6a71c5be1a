-- No question may grow with what is closed: each list has an index in the order in which it is read, so that a LIMIT
-- ends the walk, and what is asked on every look of the worker touches only what waits.
--
-- SQLite writes an index entry again when a column of its WHERE is set. closed_at is set once in a case's life, the
-- status on each step, and the schema keeps them equal: "open" is closed_at IS NULL from here on.
DROP INDEX cases_open;
CREATE INDEX cases_open ON cases (opened_at, id) WHERE closed_at IS NULL;
DROP INDEX cases_open_receipt;
CREATE INDEX cases_open_receipt ON cases (receipt) WHERE closed_at IS NULL AND receipt IS NOT NULL;
-- What a case names is written and taken away row by row now.
DROP INDEX case_mentions_of_case;
CREATE INDEX cases_newest ON cases (opened_at, id);
CREATE INDEX payouts_newest ON payouts (at);
CREATE INDEX payouts_state ON payouts (state, at);
CREATE INDEX escalations_newest ON escalations (opened_at);
CREATE INDEX escalations_of_case ON escalations (case_id);
CREATE INDEX holds_in_force ON holds (at) WHERE lifted_at IS NULL;
-- What went out today, which the gate adds up for the limit of a day: it holds all that the sum needs.
CREATE INDEX transfers_kind ON transfers (kind, at, amount_cents, id, resolves);
