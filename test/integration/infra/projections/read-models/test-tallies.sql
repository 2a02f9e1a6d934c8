CREATE TABLE IF NOT EXISTS lastro.test_tallies (
  tally_id text PRIMARY KEY,
  owner text NOT NULL,
  events integer NOT NULL,
  total numeric(38, 0) NOT NULL,
  revisions jsonb NOT NULL,
  note text,
  is_open boolean NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (total < 1000000)
);
CREATE INDEX IF NOT EXISTS test_tallies_by_owner ON lastro.test_tallies (owner);
