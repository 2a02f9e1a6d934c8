CREATE TABLE IF NOT EXISTS lastro.redemption_steps (
  withdraw_id text PRIMARY KEY,
  step text NOT NULL,
  due_at timestamptz NOT NULL,
  since_at timestamptz NOT NULL,
  network text NOT NULL,
  wallet text NOT NULL,
  partner_id text NOT NULL,
  user_id text NOT NULL,
  mode text NOT NULL,
  cause_event_id text NOT NULL
);
CREATE INDEX IF NOT EXISTS redemption_steps_due ON lastro.redemption_steps (step, due_at);

-- The operators' door sees the rows of every partner.
GRANT SELECT ON lastro.redemption_steps TO lastro_ops;
