-- Answers to requests with an Idempotency-Key. A cache: the truth is in the streams.
CREATE TABLE IF NOT EXISTS lastro.idempotency_keys (
  -- Hex SHA-256 of principal, method, route and key.
  scope text PRIMARY KEY,
  -- Hex SHA-256 of the canonical body.
  fingerprint text NOT NULL,
  lease uuid NOT NULL,
  leased_until timestamptz NOT NULL,
  -- Null while the request is running.
  status integer,
  body text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX IF NOT EXISTS idempotency_keys_by_age ON lastro.idempotency_keys (created_at);
