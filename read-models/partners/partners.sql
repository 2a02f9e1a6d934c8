CREATE TABLE IF NOT EXISTS lastro.partners (
  partner_id text PRIMARY KEY,
  name text NOT NULL,
  status text NOT NULL,
  ip_allowlist jsonb NOT NULL,
  features jsonb NOT NULL,
  fee_markup_basis_points integer NOT NULL,
  onboarded_at timestamptz NOT NULL
);
ALTER TABLE lastro.partners ADD COLUMN IF NOT EXISTS requests_per_minute integer;
-- Of the event that wrote the row last; null in rows of versions that did not say. Doors compare it with denials.
ALTER TABLE lastro.partners ADD COLUMN IF NOT EXISTS revision integer;
-- Rows of versions that sold nothing deliver by the platform, like partners who never said otherwise.
ALTER TABLE lastro.partners ADD COLUMN IF NOT EXISTS cashin_delivery text NOT NULL DEFAULT 'PLATFORM';
ALTER TABLE lastro.partners ADD COLUMN IF NOT EXISTS cashin_split_key jsonb;
CREATE INDEX IF NOT EXISTS partners_listed ON lastro.partners (onboarded_at DESC, partner_id DESC);

-- The second wall: what a reader has not said it reads for, it does not see. A user id of '*' is the partner itself.
GRANT SELECT ON lastro.partners TO lastro_api;
ALTER TABLE lastro.partners ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lastro.partners;
CREATE POLICY tenant ON lastro.partners FOR SELECT TO lastro_api USING (
  partner_id = current_setting('app.partner_id', true) AND current_setting('app.user_id', true) = '*'
);

-- The operators' door sees the rows of every partner.
GRANT SELECT ON lastro.partners TO lastro_ops;
DROP POLICY IF EXISTS operators ON lastro.partners;
CREATE POLICY operators ON lastro.partners FOR SELECT TO lastro_ops USING (true);

-- Operators search partners by their names.
CREATE INDEX IF NOT EXISTS partners_by_name ON lastro.partners (lower(name));
