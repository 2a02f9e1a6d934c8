CREATE TABLE IF NOT EXISTS lastro.cashin_sweeps (
  sweep_key text PRIMARY KEY,
  partner_id text NOT NULL,
  mode text NOT NULL,
  provider text NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL
);
