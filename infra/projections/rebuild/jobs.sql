-- The last rebuild of each projection that an operator started in the console. A running one that nobody has seen for a
-- while ended with its process; the live tables are then untouched.
CREATE TABLE IF NOT EXISTS lastro.rebuild_jobs (
  projection text PRIMARY KEY,
  state text NOT NULL,
  operator_name text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  cancelled boolean NOT NULL DEFAULT false,
  progress jsonb,
  differences jsonb,
  digest text,
  error text
);
