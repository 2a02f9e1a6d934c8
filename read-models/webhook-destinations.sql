CREATE TABLE IF NOT EXISTS lastro.webhook_destinations (
  owner text PRIMARY KEY,
  partner_id text NOT NULL,
  mode text NOT NULL,
  url text NOT NULL,
  events jsonb NOT NULL,
  headers jsonb,
  header_names jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
