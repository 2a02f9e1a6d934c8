CREATE TABLE IF NOT EXISTS lastro.reconciliation_intents (
  memo_hash text PRIMARY KEY,
  intent_id text NOT NULL,
  memo text NOT NULL,
  partner_id text NOT NULL,
  network text NOT NULL,
  asset_id integer NOT NULL,
  amount_base_units numeric(78, 0) NOT NULL,
  receiver text NOT NULL,
  status text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  tolerance_seconds integer NOT NULL,
  open_deposits jsonb NOT NULL,
  proposed_deposit text
);
-- What is due is asked for many times a second, over all networks.
CREATE INDEX IF NOT EXISTS reconciliation_intents_due
  ON lastro.reconciliation_intents (expires_at) WHERE status = 'PENDING';
