-- When each API key was last used. Operational: no history has it, and a rebuild does not touch it.
CREATE TABLE IF NOT EXISTS lastro.api_key_usage (
  key_id text PRIMARY KEY,
  last_used_at timestamptz NOT NULL
);
