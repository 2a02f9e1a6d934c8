CREATE TABLE IF NOT EXISTS lastro.withdrawals (
  withdraw_id text PRIMARY KEY,
  user_id text NOT NULL,
  partner_id text NOT NULL,
  mode text NOT NULL,
  status text NOT NULL,
  network text NOT NULL,
  asset_id integer NOT NULL,
  symbol text NOT NULL,
  decimals integer NOT NULL,
  wallet text NOT NULL,
  amount_base_units numeric(78, 0) NOT NULL,
  gross_cents numeric(38, 0) NOT NULL,
  fee_cents numeric(38, 0) NOT NULL,
  net_cents numeric(38, 0) NOT NULL,
  payout_kind text NOT NULL,
  destination_masked text NOT NULL,
  debit jsonb,
  timeline jsonb NOT NULL,
  refund jsonb,
  attempts integer NOT NULL,
  reason_code text,
  provider_id text,
  end_to_end_id text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  completed_at timestamptz,
  revision integer NOT NULL,
  reference text
);
CREATE INDEX IF NOT EXISTS withdrawals_by_user
  ON lastro.withdrawals (partner_id, mode, user_id, created_at DESC, withdraw_id DESC);
-- The partner's payments: one index for each combination of filters. A withdrawal has no reference so far.
CREATE INDEX IF NOT EXISTS withdrawals_by_status
  ON lastro.withdrawals (partner_id, mode, user_id, status, created_at DESC, withdraw_id DESC);
CREATE INDEX IF NOT EXISTS withdrawals_of_partner
  ON lastro.withdrawals (partner_id, mode, created_at DESC, withdraw_id DESC);
CREATE INDEX IF NOT EXISTS withdrawals_of_partner_by_status
  ON lastro.withdrawals (partner_id, mode, status, created_at DESC, withdraw_id DESC);
CREATE INDEX IF NOT EXISTS withdrawals_by_reference
  ON lastro.withdrawals (reference, partner_id, mode, created_at DESC, withdraw_id DESC)
  WHERE reference IS NOT NULL;
-- What erasure asks: a user's own, whatever the partner.
CREATE INDEX IF NOT EXISTS withdrawals_of_user ON lastro.withdrawals (user_id, status);
-- Receipts are asked for by the debit.
CREATE INDEX IF NOT EXISTS withdrawals_by_debit
  ON lastro.withdrawals (partner_id, mode, user_id, network, (debit ->> 'txHash'))
  WHERE status = 'COMPLETED';

ALTER TABLE lastro.withdrawals ADD COLUMN IF NOT EXISTS refunded jsonb;

-- One transfer pays one payment.
CREATE INDEX IF NOT EXISTS withdrawals_by_transfer
  ON lastro.withdrawals (end_to_end_id) WHERE end_to_end_id IS NOT NULL;

-- Few, and most are given back: what operators owe in crypto.
CREATE INDEX IF NOT EXISTS withdrawals_refunds ON lastro.withdrawals ((refund ->> 'dueAt')) WHERE refund IS NOT NULL;

-- The second wall: what a reader has not said it reads for, it does not see. A user id of '*' is the partner itself.
GRANT SELECT ON lastro.withdrawals TO lastro_api;
ALTER TABLE lastro.withdrawals ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lastro.withdrawals;
CREATE POLICY tenant ON lastro.withdrawals FOR SELECT TO lastro_api USING (
  partner_id = current_setting('app.partner_id', true) AND mode = current_setting('app.mode', true)
  AND current_setting('app.user_id', true) IN ('*', user_id)
);

-- The operators' door sees the rows of every partner.
GRANT SELECT ON lastro.withdrawals TO lastro_ops;
DROP POLICY IF EXISTS operators ON lastro.withdrawals;
CREATE POLICY operators ON lastro.withdrawals FOR SELECT TO lastro_ops USING (true);
