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
  proposed_deposit text
);
ALTER TABLE lastro.reconciliation_intents ADD COLUMN IF NOT EXISTS mode text;
ALTER TABLE lastro.reconciliation_intents ADD COLUMN IF NOT EXISTS hold_count integer NOT NULL DEFAULT 0;
ALTER TABLE lastro.reconciliation_intents ADD COLUMN IF NOT EXISTS held_at timestamptz;
-- The first version kept the deposits that hold expiry in a list of the row: what is in flight goes on holding.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'lastro.reconciliation_intents'::regclass
               AND attname = 'open_deposits' AND NOT attisdropped) THEN
    INSERT INTO lastro.reconciliation_holds (hold_id, memo_hash, intent_id, deposit_id, since)
      SELECT memo_hash || ' ' || deposit_id, memo_hash, intent_id, deposit_id, created_at
        FROM lastro.reconciliation_intents, jsonb_array_elements_text(open_deposits) AS deposit_id
        ON CONFLICT DO NOTHING;
    UPDATE lastro.reconciliation_intents SET hold_count = jsonb_array_length(open_deposits)
      WHERE open_deposits <> '[]'::jsonb;
    ALTER TABLE lastro.reconciliation_intents DROP COLUMN open_deposits;
    DROP INDEX IF EXISTS lastro.reconciliation_intents_due;
  END IF;
END $$;
-- What is due is asked for many times a second, network by network.
CREATE INDEX IF NOT EXISTS reconciliation_intents_pending
  ON lastro.reconciliation_intents (network, expires_at) WHERE status = 'PENDING';
-- Which intents an unmatched deposit may be meant for.
CREATE INDEX IF NOT EXISTS reconciliation_intents_unpaid
  ON lastro.reconciliation_intents (network, asset_id, status, amount_base_units, expires_at)
  WHERE status IN ('PENDING', 'EXPIRED');
CREATE INDEX IF NOT EXISTS reconciliation_intents_expired
  ON lastro.reconciliation_intents (network, asset_id, expires_at) WHERE status = 'EXPIRED';
