CREATE TABLE IF NOT EXISTS lastro.reconciliation_proposals (
  deposit_id text PRIMARY KEY,
  verdict text NOT NULL,
  intent_id text,
  reason text,
  candidates jsonb NOT NULL,
  in_time boolean NOT NULL,
  rule_version integer NOT NULL,
  cause_event_id text NOT NULL,
  proposed_at timestamptz NOT NULL
);
