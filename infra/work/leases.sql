CREATE SCHEMA IF NOT EXISTS lastro;
-- Operational state: a rebuild neither touches nor compares it. No row means that nobody has tried yet.
CREATE TABLE IF NOT EXISTS lastro.work_leases (
  queue text NOT NULL,
  key text NOT NULL,
  leased_by text NOT NULL,
  claims bigint NOT NULL DEFAULT 1,
  lease_until timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  PRIMARY KEY (queue, key)
);
CREATE INDEX IF NOT EXISTS work_leases_idle ON lastro.work_leases (queue, next_at) WHERE lease_until IS NULL;
