-- Sessions of operators' browsers. Of the token, which the browser has, the hash alone is here.
CREATE TABLE IF NOT EXISTS lastro.console_sessions (
  token_hash text PRIMARY KEY,
  operator_name text NOT NULL,
  operator_since timestamptz NOT NULL,
  started_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL,
  address text NOT NULL,
  browser text NOT NULL
);
CREATE INDEX IF NOT EXISTS console_sessions_used ON lastro.console_sessions (used_at);
