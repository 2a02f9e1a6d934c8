CREATE SCHEMA IF NOT EXISTS lastro;
-- Operational state: breakers that are open in a process, for operators. A rebuild neither touches nor compares it.
CREATE TABLE IF NOT EXISTS lastro.open_breakers (
  worker_id text NOT NULL,
  provider text NOT NULL,
  method text NOT NULL,
  since timestamptz NOT NULL,
  retry_at timestamptz NOT NULL,
  PRIMARY KEY (worker_id, provider, method)
);
