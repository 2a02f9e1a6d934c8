CREATE TABLE IF NOT EXISTS lastro.links (
  link_code text PRIMARY KEY,
  partner_id text NOT NULL,
  mode text NOT NULL,
  invoice_code jsonb NOT NULL,
  amount_cents numeric(38, 0),
  asset_id integer,
  description jsonb,
  position_commit numeric(38, 0) NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  removed_at timestamptz
);
CREATE INDEX IF NOT EXISTS links_by_partner
  ON lastro.links (partner_id, mode, position_commit DESC) WHERE removed_at IS NULL;
