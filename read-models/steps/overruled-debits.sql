CREATE TABLE IF NOT EXISTS lastro.overruled_debits (
  withdraw_id text PRIMARY KEY,
  decided_at timestamptz NOT NULL,
  cause_event_id text NOT NULL
);
CREATE INDEX IF NOT EXISTS overruled_debits_decided ON lastro.overruled_debits (decided_at);
