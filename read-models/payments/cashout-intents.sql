CREATE TABLE IF NOT EXISTS lastro.cashout_intents (
  intent_id text PRIMARY KEY,
  quote_id text NOT NULL,
  user_id text NOT NULL,
  partner_id text NOT NULL,
  mode text NOT NULL,
  status text NOT NULL,
  network text NOT NULL,
  asset_id integer NOT NULL,
  symbol text NOT NULL,
  decimals integer NOT NULL,
  amount_base_units numeric(78, 0) NOT NULL,
  receiver text NOT NULL,
  memo text NOT NULL,
  payout_kind text NOT NULL,
  payout_cents numeric(38, 0) NOT NULL,
  total_cents numeric(38, 0) NOT NULL,
  fee_cents numeric(38, 0) NOT NULL,
  destination_masked text NOT NULL,
  deposits jsonb NOT NULL,
  labels jsonb NOT NULL,
  timeline jsonb NOT NULL,
  refund jsonb,
  attempts integer NOT NULL,
  reason_code text,
  provider_id text,
  end_to_end_id text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  completed_at timestamptz,
  revision integer NOT NULL
);
CREATE INDEX IF NOT EXISTS cashout_intents_by_user
  ON lastro.cashout_intents (partner_id, mode, user_id, created_at DESC, intent_id DESC);
CREATE INDEX IF NOT EXISTS cashout_intents_by_status
  ON lastro.cashout_intents (partner_id, mode, user_id, status, created_at DESC, intent_id DESC);
DROP INDEX IF EXISTS lastro.cashout_intents_by_quote;
CREATE INDEX IF NOT EXISTS cashout_intents_of_quote
  ON lastro.cashout_intents (quote_id, created_at DESC, intent_id DESC);
ALTER TABLE lastro.cashout_intents ADD COLUMN IF NOT EXISTS reference text;
ALTER TABLE lastro.cashout_intents ADD COLUMN IF NOT EXISTS external_id jsonb;
-- The partner's payments: one index for each combination of filters. Of a user the two above serve as well.
CREATE INDEX IF NOT EXISTS cashout_intents_of_partner
  ON lastro.cashout_intents (partner_id, mode, created_at DESC, intent_id DESC);
CREATE INDEX IF NOT EXISTS cashout_intents_of_partner_by_status
  ON lastro.cashout_intents (partner_id, mode, status, created_at DESC, intent_id DESC);
-- By its beginning also for whoever searches with a reference alone.
CREATE INDEX IF NOT EXISTS cashout_intents_by_reference
  ON lastro.cashout_intents (reference, partner_id, mode, created_at DESC, intent_id DESC)
  WHERE reference IS NOT NULL;
CREATE INDEX IF NOT EXISTS cashout_intents_by_reference_and_status
  ON lastro.cashout_intents (reference, partner_id, mode, status, created_at DESC, intent_id DESC)
  WHERE reference IS NOT NULL;
CREATE INDEX IF NOT EXISTS cashout_intents_by_reference_of_user
  ON lastro.cashout_intents (reference, partner_id, mode, user_id, created_at DESC, intent_id DESC)
  WHERE reference IS NOT NULL;
CREATE INDEX IF NOT EXISTS cashout_intents_by_reference_of_user_and_status
  ON lastro.cashout_intents (reference, partner_id, mode, user_id, status, created_at DESC, intent_id DESC)
  WHERE reference IS NOT NULL;

ALTER TABLE lastro.cashout_intents ADD COLUMN IF NOT EXISTS refunded jsonb;

-- One transfer pays one payment.
CREATE INDEX IF NOT EXISTS cashout_intents_by_transfer
  ON lastro.cashout_intents (end_to_end_id) WHERE end_to_end_id IS NOT NULL;

-- Few, and most are given back: what operators owe in crypto.
CREATE INDEX IF NOT EXISTS cashout_intents_refunds ON lastro.cashout_intents ((refund ->> 'dueAt'))
  WHERE refund IS NOT NULL;

-- The second wall: what a reader has not said it reads for, it does not see. A user id of '*' is the partner itself.
GRANT SELECT ON lastro.cashout_intents TO lastro_api;
ALTER TABLE lastro.cashout_intents ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lastro.cashout_intents;
CREATE POLICY tenant ON lastro.cashout_intents FOR SELECT TO lastro_api USING (
  partner_id = current_setting('app.partner_id', true) AND mode = current_setting('app.mode', true)
  AND current_setting('app.user_id', true) IN ('*', user_id)
);

-- The operators' door sees the rows of every partner.
GRANT SELECT ON lastro.cashout_intents TO lastro_ops;
DROP POLICY IF EXISTS operators ON lastro.cashout_intents;
CREATE POLICY operators ON lastro.cashout_intents FOR SELECT TO lastro_ops USING (true);
