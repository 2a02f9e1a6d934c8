CREATE TABLE IF NOT EXISTS lastro.webhook_outbox (
  delivery_id text PRIMARY KEY,
  event_id text NOT NULL,
  partner_id text NOT NULL,
  mode text NOT NULL,
  event text NOT NULL,
  correlation_key text NOT NULL,
  body text NOT NULL,
  destination_url text,
  status text NOT NULL,
  position_commit bigint NOT NULL,
  position_prepare bigint NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz
);
ALTER TABLE lastro.webhook_outbox ADD COLUMN IF NOT EXISTS replays integer NOT NULL DEFAULT 0;
ALTER TABLE lastro.webhook_outbox ADD COLUMN IF NOT EXISTS external_user_id jsonb;
DROP INDEX IF EXISTS lastro.webhook_outbox_pending;
CREATE INDEX IF NOT EXISTS webhook_outbox_waiting
  ON lastro.webhook_outbox (partner_id, mode, created_at) WHERE status = 'PENDING' AND destination_url IS NOT NULL;
DROP INDEX IF EXISTS lastro.webhook_outbox_by_partner;
-- Of numeric, as they were, a comparison may not come before the policy below, and then no index can begin a page.
ALTER TABLE lastro.webhook_outbox
  ALTER COLUMN position_commit TYPE bigint, ALTER COLUMN position_prepare TYPE bigint;
DROP INDEX IF EXISTS lastro.webhook_outbox_by_position;
CREATE INDEX IF NOT EXISTS webhook_outbox_by_time
  ON lastro.webhook_outbox (partner_id, mode, created_at, position_commit, position_prepare);
CREATE INDEX IF NOT EXISTS webhook_outbox_by_status
  ON lastro.webhook_outbox (partner_id, mode, status, created_at, position_commit, position_prepare);
CREATE INDEX IF NOT EXISTS webhook_outbox_replayed
  ON lastro.webhook_outbox (partner_id, mode, created_at, position_commit, position_prepare) WHERE replays > 0;
CREATE INDEX IF NOT EXISTS webhook_outbox_exhausted ON lastro.webhook_outbox (finished_at) WHERE status = 'EXHAUSTED';
CREATE INDEX IF NOT EXISTS webhook_outbox_by_correlation ON lastro.webhook_outbox (correlation_key);
DROP TRIGGER IF EXISTS in_the_feed ON lastro.webhook_outbox;
CREATE TRIGGER in_the_feed AFTER INSERT ON lastro.webhook_outbox
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION lastro.give_feed_places();
SELECT lastro.give_feed_places_to('lastro.webhook_outbox');

-- The second wall: what a reader has not said it reads for, it does not see. A user id of '*' is the partner itself.
GRANT SELECT ON lastro.webhook_outbox TO lastro_api;
ALTER TABLE lastro.webhook_outbox ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lastro.webhook_outbox;
CREATE POLICY tenant ON lastro.webhook_outbox FOR SELECT TO lastro_api USING (
  partner_id = current_setting('app.partner_id', true) AND mode = current_setting('app.mode', true)
  AND current_setting('app.user_id', true) = '*'
);

-- The operators' door sees the rows of every partner.
GRANT SELECT ON lastro.webhook_outbox TO lastro_ops;
DROP POLICY IF EXISTS operators ON lastro.webhook_outbox;
CREATE POLICY operators ON lastro.webhook_outbox FOR SELECT TO lastro_ops USING (true);
