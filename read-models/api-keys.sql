CREATE TABLE IF NOT EXISTS lastro.api_keys (
  key_id text PRIMARY KEY,
  partner_id text NOT NULL,
  mode text NOT NULL,
  key_hash text NOT NULL,
  name text,
  prefix text NOT NULL,
  last4 text NOT NULL,
  status text NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE UNIQUE INDEX IF NOT EXISTS api_keys_by_hash ON lastro.api_keys (key_hash);
CREATE INDEX IF NOT EXISTS api_keys_by_partner ON lastro.api_keys (partner_id, mode, created_at);
