CREATE TABLE IF NOT EXISTS lastro.partners (
  partner_id text PRIMARY KEY,
  name text NOT NULL,
  status text NOT NULL,
  ip_allowlist jsonb NOT NULL,
  features jsonb NOT NULL,
  fee_markup_basis_points integer NOT NULL,
  onboarded_at timestamptz NOT NULL
);
