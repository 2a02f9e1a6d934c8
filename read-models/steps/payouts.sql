CREATE TABLE IF NOT EXISTS lastro.payouts (
  provider_key text PRIMARY KEY,
  stream text NOT NULL,
  partner_id text NOT NULL,
  mode text NOT NULL,
  attempt integer NOT NULL,
  amount_cents numeric(38, 0) NOT NULL,
  status text NOT NULL,
  provider text,
  code text,
  requested_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS payouts_by_stream ON lastro.payouts (stream);
CREATE INDEX IF NOT EXISTS payouts_returned ON lastro.payouts (updated_at) WHERE status = 'RETURNED';
CREATE INDEX IF NOT EXISTS payouts_by_day ON lastro.payouts (provider, mode, requested_at);
CREATE INDEX IF NOT EXISTS payouts_open ON lastro.payouts (mode, provider) WHERE status IN ('DISPATCHED', 'UNKNOWN');
ALTER TABLE lastro.payouts ADD COLUMN IF NOT EXISTS deferral text;
ALTER TABLE lastro.payouts ADD COLUMN IF NOT EXISTS deferred_since timestamptz;
CREATE INDEX IF NOT EXISTS payouts_deferred ON lastro.payouts (deferred_since) WHERE deferral IS NOT NULL;

GRANT SELECT ON lastro.payouts TO lastro_ops;
