-- The latest requests of each partner: no bodies, and of the path the route's template alone.
CREATE TABLE IF NOT EXISTS lastro.partner_requests (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id text NOT NULL,
  mode text NOT NULL,
  at timestamptz NOT NULL,
  method text NOT NULL,
  route text NOT NULL,
  status integer NOT NULL,
  code text,
  request_id text NOT NULL,
  duration_ms integer NOT NULL
);
CREATE INDEX IF NOT EXISTS partner_requests_newest ON lastro.partner_requests (partner_id, number);

GRANT SELECT ON lastro.partner_requests TO lastro_api;
ALTER TABLE lastro.partner_requests ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lastro.partner_requests;
CREATE POLICY tenant ON lastro.partner_requests FOR SELECT TO lastro_api USING (
  partner_id = current_setting('app.partner_id', true) AND mode = current_setting('app.mode', true)
  AND current_setting('app.user_id', true) = '*'
);
