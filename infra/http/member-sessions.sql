-- Sessions of browsers of partners' members. Of the token, which the browser has, the hash alone is here.
CREATE TABLE IF NOT EXISTS lastro.member_sessions (
  token_hash text PRIMARY KEY,
  partner_id text NOT NULL,
  member_id text NOT NULL,
  started_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL,
  address text NOT NULL,
  browser text NOT NULL
);
CREATE INDEX IF NOT EXISTS member_sessions_used ON lastro.member_sessions (used_at);
CREATE INDEX IF NOT EXISTS member_sessions_of ON lastro.member_sessions (partner_id, member_id);
