CREATE TABLE IF NOT EXISTS lastro.payout_steps (
  stream text PRIMARY KEY,
  step text NOT NULL,
  due_at timestamptz NOT NULL,
  since_at timestamptz NOT NULL,
  provider_key text,
  cause_event_id text NOT NULL
);
CREATE INDEX IF NOT EXISTS payout_steps_due ON lastro.payout_steps (step, due_at);
ALTER TABLE lastro.payout_steps ADD COLUMN IF NOT EXISTS until_at timestamptz;

-- The operators' door sees the rows of every partner.
GRANT SELECT ON lastro.payout_steps TO lastro_ops;
