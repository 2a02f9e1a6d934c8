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
CREATE INDEX IF NOT EXISTS users_by_partner ON lastro.users (partner_id, mode, created_at DESC);
CREATE INDEX IF NOT EXISTS users_by_pubkey ON lastro.users (partner_id, mode, pubkey);
