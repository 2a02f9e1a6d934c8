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

-- The second wall: what a reader has not said it reads for, it does not see. A user id of '*' is the partner itself.
GRANT SELECT ON lastro.webhook_destinations TO lastro_api;
ALTER TABLE lastro.webhook_destinations ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lastro.webhook_destinations;
CREATE POLICY tenant ON lastro.webhook_destinations FOR SELECT TO lastro_api USING (
  partner_id = current_setting('app.partner_id', true) AND mode = current_setting('app.mode', true)
  AND current_setting('app.user_id', true) = '*'
);
