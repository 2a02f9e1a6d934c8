CREATE TABLE IF NOT EXISTS lastro.receipts (
  intent_id text PRIMARY KEY,
  user_id text NOT NULL,
  partner_id text NOT NULL,
  mode text NOT NULL,
  network text NOT NULL,
  tx_hash text NOT NULL,
  payout_kind text NOT NULL,
  destination_masked text NOT NULL,
  amount_cents numeric(38, 0) NOT NULL,
  end_to_end_id text,
  receipt_url text,
  paid_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS receipts_by_transaction
  ON lastro.receipts (partner_id, mode, user_id, network, tx_hash);

-- The second wall: what a reader has not said it reads for, it does not see. A user id of '*' is the partner itself.
GRANT SELECT ON lastro.receipts TO lastro_api;
ALTER TABLE lastro.receipts ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lastro.receipts;
CREATE POLICY tenant ON lastro.receipts FOR SELECT TO lastro_api USING (
  partner_id = current_setting('app.partner_id', true) AND mode = current_setting('app.mode', true)
  AND current_setting('app.user_id', true) IN ('*', user_id)
);
