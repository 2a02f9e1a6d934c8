CREATE TABLE IF NOT EXISTS lastro.cashin_intents (
  intent_id text PRIMARY KEY,
  quote_id text NOT NULL,
  user_id text NOT NULL,
  partner_id text NOT NULL,
  mode text NOT NULL,
  status text NOT NULL,
  delivery_mode text NOT NULL,
  network text NOT NULL,
  asset_id integer NOT NULL,
  symbol text NOT NULL,
  decimals integer NOT NULL,
  amount_cents numeric(38, 0) NOT NULL,
  fee_cents numeric(38, 0) NOT NULL,
  exchanged_cents numeric(38, 0) NOT NULL,
  amount_base_units numeric(78, 0) NOT NULL,
  minimum_base_units numeric(78, 0) NOT NULL,
  destination text NOT NULL,
  payer_tax_id_masked text NOT NULL,
  -- Null until the charge is there.
  br_code text,
  split_applied boolean NOT NULL,
  split_cents numeric(38, 0) NOT NULL,
  payments jsonb NOT NULL,
  delivery jsonb,
  timeline jsonb NOT NULL,
  reason_code text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  completed_at timestamptz,
  revision integer NOT NULL,
  reference text
);
ALTER TABLE lastro.cashin_intents ADD COLUMN IF NOT EXISTS split_owed_cents numeric(38, 0) NOT NULL DEFAULT 0;
CREATE INDEX IF NOT EXISTS cashin_intents_by_user
  ON lastro.cashin_intents (partner_id, mode, user_id, created_at DESC, intent_id DESC);
CREATE INDEX IF NOT EXISTS cashin_intents_by_status
  ON lastro.cashin_intents (partner_id, mode, user_id, status, created_at DESC, intent_id DESC);
-- The partner's payments: one index for each combination of filters. Of a user the two above serve as well.
CREATE INDEX IF NOT EXISTS cashin_intents_of_partner
  ON lastro.cashin_intents (partner_id, mode, created_at DESC, intent_id DESC);
CREATE INDEX IF NOT EXISTS cashin_intents_of_partner_by_status
  ON lastro.cashin_intents (partner_id, mode, status, created_at DESC, intent_id DESC);
-- By its beginning also for whoever searches with a reference alone.
CREATE INDEX IF NOT EXISTS cashin_intents_by_reference
  ON lastro.cashin_intents (reference, partner_id, mode, created_at DESC, intent_id DESC)
  WHERE reference IS NOT NULL;
CREATE INDEX IF NOT EXISTS cashin_intents_by_reference_and_status
  ON lastro.cashin_intents (reference, partner_id, mode, status, created_at DESC, intent_id DESC)
  WHERE reference IS NOT NULL;
CREATE INDEX IF NOT EXISTS cashin_intents_by_reference_of_user
  ON lastro.cashin_intents (reference, partner_id, mode, user_id, created_at DESC, intent_id DESC)
  WHERE reference IS NOT NULL;
CREATE INDEX IF NOT EXISTS cashin_intents_by_reference_of_user_and_status
  ON lastro.cashin_intents (reference, partner_id, mode, user_id, status, created_at DESC, intent_id DESC)
  WHERE reference IS NOT NULL;
-- One transaction delivers for one cash-in.
CREATE INDEX IF NOT EXISTS cashin_intents_by_transaction
  ON lastro.cashin_intents (lower(delivery->>'txId')) WHERE delivery->>'txId' IS NOT NULL;
-- For the erasure of a user, who may have rows with several partners' scopes.
CREATE INDEX IF NOT EXISTS cashin_intents_of_user ON lastro.cashin_intents (user_id, status);

-- The second wall: what a reader has not said it reads for, it does not see. A user id of '*' is the partner itself.
GRANT SELECT ON lastro.cashin_intents TO lastro_api;
ALTER TABLE lastro.cashin_intents ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lastro.cashin_intents;
CREATE POLICY tenant ON lastro.cashin_intents FOR SELECT TO lastro_api USING (
  partner_id = current_setting('app.partner_id', true) AND mode = current_setting('app.mode', true)
  AND current_setting('app.user_id', true) IN ('*', user_id)
);

-- The operators' door sees the rows of every partner.
GRANT SELECT ON lastro.cashin_intents TO lastro_ops;
DROP POLICY IF EXISTS operators ON lastro.cashin_intents;
CREATE POLICY operators ON lastro.cashin_intents FOR SELECT TO lastro_ops USING (true);
