-- Payments of every kind, partner and mode, for operators alone.
CREATE TABLE IF NOT EXISTS lastro.payments (
  payment_id text PRIMARY KEY,
  kind text NOT NULL,
  status text NOT NULL,
  partner_id text NOT NULL,
  user_id text NOT NULL,
  mode text NOT NULL,
  network text NOT NULL,
  asset_id integer NOT NULL,
  symbol text NOT NULL,
  decimals integer NOT NULL,
  amount_base_units numeric(78, 0) NOT NULL,
  amount_cents numeric(38, 0) NOT NULL,
  method text NOT NULL,
  reason_code text,
  labels jsonb NOT NULL,
  held boolean NOT NULL,
  reference text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  completed_at timestamptz
);
-- Every page is of one mode. One index a filter: of two filters PostgreSQL takes the rarer one, or both.
CREATE INDEX IF NOT EXISTS payments_newest ON lastro.payments (mode, created_at DESC, payment_id DESC);
CREATE INDEX IF NOT EXISTS payments_by_kind ON lastro.payments (mode, kind, created_at DESC, payment_id DESC);
CREATE INDEX IF NOT EXISTS payments_by_status ON lastro.payments (mode, status, created_at DESC, payment_id DESC);
CREATE INDEX IF NOT EXISTS payments_by_partner ON lastro.payments (mode, partner_id, created_at DESC, payment_id DESC);
CREATE INDEX IF NOT EXISTS payments_by_user ON lastro.payments (mode, user_id, created_at DESC, payment_id DESC);
CREATE INDEX IF NOT EXISTS payments_by_network ON lastro.payments (mode, network, created_at DESC, payment_id DESC);
CREATE INDEX IF NOT EXISTS payments_by_asset ON lastro.payments (mode, asset_id, created_at DESC, payment_id DESC);
CREATE INDEX IF NOT EXISTS payments_by_method ON lastro.payments (mode, method, created_at DESC, payment_id DESC);
CREATE INDEX IF NOT EXISTS payments_by_reason ON lastro.payments (mode, reason_code, created_at DESC, payment_id DESC)
  WHERE reason_code IS NOT NULL;
DROP INDEX IF EXISTS lastro.payments_labelled;
CREATE INDEX IF NOT EXISTS payments_by_label ON lastro.payments (mode, created_at DESC, payment_id DESC)
  WHERE labels <> '[]'::jsonb;
CREATE INDEX IF NOT EXISTS payments_held ON lastro.payments (mode, created_at DESC, payment_id DESC) WHERE held;
CREATE INDEX IF NOT EXISTS payments_completed ON lastro.payments (mode, completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS payments_by_amount ON lastro.payments (mode, amount_cents);
-- Pairs of filters that exclude each other, such as an asset and another network: without an index a list reads every row of one.
CREATE INDEX IF NOT EXISTS payments_by_kind_and_method ON lastro.payments (mode, kind, method);
CREATE INDEX IF NOT EXISTS payments_by_network_and_asset ON lastro.payments (mode, network, asset_id);
CREATE INDEX IF NOT EXISTS payments_by_status_and_reason ON lastro.payments (mode, status, reason_code)
  WHERE reason_code IS NOT NULL;
-- Statistics of pairs of values. PostgreSQL 15 demands names; the names are new, because a rebuilt table moves into this schema.
DO $$
DECLARE
  pair text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_statistic_ext WHERE stxrelid = 'lastro.payments'::regclass) THEN
    FOREACH pair IN ARRAY ARRAY['kind, method', 'network, asset_id', 'status, reason_code'] LOOP
      EXECUTE format('CREATE STATISTICS lastro.%I (mcv) ON %s FROM lastro.payments', 'payments_' || md5(random()::text), pair);
    END LOOP;
  END IF;
END $$;

GRANT SELECT ON lastro.payments TO lastro_ops;
