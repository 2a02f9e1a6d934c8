-- The second store of record: never dropped, never rebuilt, backed up without loss.
CREATE SCHEMA IF NOT EXISTS vault;

-- A key per subject. The row of an erased subject stays, without its key, so that nothing is sealed for it again.
CREATE TABLE IF NOT EXISTS vault.subject_keys (
  subject_id text PRIMARY KEY,
  -- AES-256-GCM under the master key: nonce, ciphertext, tag.
  wrapped_key bytea,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  destroyed_at timestamptz,
  CHECK ((wrapped_key IS NULL) = (destroyed_at IS NOT NULL))
)
-- The old version of a row still holds the key; it goes at autovacuum's next round, not after thousands of others.
WITH (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);

-- Who is found by what; the value itself is not stored.
CREATE TABLE IF NOT EXISTS vault.lookups (
  lookup_hmac bytea PRIMARY KEY,
  subject_id text NOT NULL
);

CREATE INDEX IF NOT EXISTS lookups_by_subject ON vault.lookups (subject_id);
