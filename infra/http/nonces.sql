-- Nonces of signed requests. A logged table: recovery after a crash empties an unlogged one, and with it the memory of
-- what has been used.
CREATE TABLE IF NOT EXISTS lastro.nonces (
  partner_id text NOT NULL,
  nonce      text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, nonce)
);
CREATE INDEX IF NOT EXISTS nonces_expired ON lastro.nonces (expires_at);
