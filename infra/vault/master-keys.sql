-- Which master key wrapped it; absent: the first one, of before keys had ids. Of an erased subject it says nothing.
ALTER TABLE vault.subject_keys ADD COLUMN IF NOT EXISTS key_id text;

CREATE INDEX IF NOT EXISTS subject_keys_by_key ON vault.subject_keys (key_id) WHERE wrapped_key IS NOT NULL;

-- The master key that wraps what is new. It changes when rewrapping begins, not when a process gets another key: every
-- process can open what any of them makes.
CREATE TABLE IF NOT EXISTS vault.wrapping (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  key_id text NOT NULL
);

-- The keys of look-ups. The first is the one that was derived from the first master key, and outlives it.
CREATE TABLE IF NOT EXISTS vault.lookup_keys (
  version integer PRIMARY KEY,
  wrapped_key bytea NOT NULL,
  key_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
