CREATE TABLE IF NOT EXISTS lastro.users (
  user_id text PRIMARY KEY,
  partner_id text NOT NULL,
  mode text NOT NULL,
  external_user_id jsonb,
  pubkey text,
  blockchain text,
  kyc_status text NOT NULL,
  blocked boolean NOT NULL,
  erased boolean NOT NULL,
  created_at timestamptz NOT NULL
);
DROP INDEX IF EXISTS lastro.users_by_partner;
CREATE INDEX IF NOT EXISTS users_listed
  ON lastro.users (partner_id, mode, created_at DESC, user_id DESC) WHERE NOT erased;
-- Of the event that wrote the row last; null in rows of versions that did not say. Doors compare it with denials.
ALTER TABLE lastro.users ADD COLUMN IF NOT EXISTS revision integer;
DROP INDEX IF EXISTS lastro.users_by_pubkey;
CREATE INDEX IF NOT EXISTS users_of_pubkey
  ON lastro.users (partner_id, mode, pubkey, created_at DESC, user_id DESC) WHERE NOT erased;
-- Whose wallet sent a deposit: hex is spelled in several ways.
CREATE INDEX IF NOT EXISTS users_of_wallet ON lastro.users (lower(pubkey)) WHERE pubkey IS NOT NULL AND NOT erased;
CREATE INDEX IF NOT EXISTS users_erased ON lastro.users (user_id) WHERE erased;

-- The second wall: what a reader has not said it reads for, it does not see. A user id of '*' is the partner itself.
GRANT SELECT ON lastro.users TO lastro_api;
ALTER TABLE lastro.users ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lastro.users;
CREATE POLICY tenant ON lastro.users FOR SELECT TO lastro_api USING (
  partner_id = current_setting('app.partner_id', true) AND mode = current_setting('app.mode', true)
  AND current_setting('app.user_id', true) IN ('*', user_id)
);

-- The operators' door sees the rows of every partner.
GRANT SELECT ON lastro.users TO lastro_ops;
DROP POLICY IF EXISTS operators ON lastro.users;
CREATE POLICY operators ON lastro.users FOR SELECT TO lastro_ops USING (true);
