CREATE TABLE IF NOT EXISTS lastro.links (
  link_code text PRIMARY KEY,
  partner_id text NOT NULL,
  mode text NOT NULL,
  invoice_code jsonb NOT NULL,
  amount_cents numeric(38, 0),
  asset_id integer,
  description jsonb,
  position_commit bigint NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  removed_at timestamptz
);
-- Of numeric, as it was, a comparison may not come before the policy below, and then no index can begin a page.
ALTER TABLE lastro.links ALTER COLUMN position_commit TYPE bigint;
CREATE INDEX IF NOT EXISTS links_by_partner
  ON lastro.links (partner_id, mode, position_commit DESC) WHERE removed_at IS NULL;

-- The second wall: what a reader has not said it reads for, it does not see. A user id of '*' is the partner itself.
GRANT SELECT ON lastro.links TO lastro_api;
ALTER TABLE lastro.links ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lastro.links;
CREATE POLICY tenant ON lastro.links FOR SELECT TO lastro_api USING (
  partner_id = current_setting('app.partner_id', true) AND mode = current_setting('app.mode', true)
  AND current_setting('app.user_id', true) = '*'
);
