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
-- Of the event that wrote the row last; null in rows of versions that did not say. Doors compare it with denials.
ALTER TABLE lastro.api_keys ADD COLUMN IF NOT EXISTS revision integer;
CREATE UNIQUE INDEX IF NOT EXISTS api_keys_by_hash ON lastro.api_keys (key_hash);
DROP INDEX IF EXISTS lastro.api_keys_by_partner;
CREATE INDEX IF NOT EXISTS api_keys_listed ON lastro.api_keys (partner_id, mode, created_at DESC, key_id DESC);

-- The second wall: what a reader has not said it reads for, it does not see. A user id of '*' is the partner itself.
GRANT SELECT ON lastro.api_keys TO lastro_api;
ALTER TABLE lastro.api_keys ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lastro.api_keys;
CREATE POLICY tenant ON lastro.api_keys FOR SELECT TO lastro_api USING (
  partner_id = current_setting('app.partner_id', true) AND mode = current_setting('app.mode', true)
  AND current_setting('app.user_id', true) = '*'
);
