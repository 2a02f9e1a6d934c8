-- Values that live for minutes and count once: challenges, one-time codes, counters of attempts. A logged table:
-- recovery after a crash empties an unlogged one, and with it the count of failed attempts.
CREATE TABLE IF NOT EXISTS lastro.expiring_values (
  key        text PRIMARY KEY,
  value      text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS expiring_values_expired ON lastro.expiring_values (expires_at);
