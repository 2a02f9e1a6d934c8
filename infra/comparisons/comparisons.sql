CREATE SCHEMA IF NOT EXISTS lastro;
-- Operational state: what was found when a bank's list of a day was compared with the log. A rebuild neither touches nor compares it.
CREATE TABLE IF NOT EXISTS lastro.payout_comparisons (
  day date NOT NULL,
  provider text NOT NULL,
  mode text NOT NULL,
  orders integer NOT NULL,
  differences jsonb NOT NULL,
  compared_at timestamptz NOT NULL,
  PRIMARY KEY (day, provider, mode)
);
