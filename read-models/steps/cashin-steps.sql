CREATE TABLE IF NOT EXISTS lastro.cashin_steps (
  step_key text PRIMARY KEY,
  intent_id text NOT NULL,
  partner_id text NOT NULL,
  step text NOT NULL,
  subject text,
  end_to_end_id text,
  owed_cents numeric(38, 0),
  due_at timestamptz NOT NULL,
  since_at timestamptz NOT NULL,
  cause_event_id text NOT NULL
);
CREATE INDEX IF NOT EXISTS cashin_steps_due ON lastro.cashin_steps (step, due_at);

-- The operators' door sees the rows of every partner.
GRANT SELECT ON lastro.cashin_steps TO lastro_ops;
