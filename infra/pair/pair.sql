CREATE SCHEMA IF NOT EXISTS lastro;
-- Which log this database belongs to. Written by compare-and-set of the whole row, and committed synchronously.
CREATE TABLE IF NOT EXISTS lastro.pair (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  ledger_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('OPENING', 'ADOPTING', 'ATTACHING', 'BOUND')),
  -- The last event of the stream ledger-identity; none until the ledger is opened.
  last_id text,
  last_revision bigint,
  -- Of the event that is about to be appended: its id and the event itself.
  coming jsonb,
  move jsonb,
  CHECK ((last_id IS NULL) = (last_revision IS NULL))
);
