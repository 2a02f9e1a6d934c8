-- What has been tried for each notification: operational state beside lastro.webhook_outbox, which says what is to be
-- sent. A rebuild of the outbox neither touches nor compares this table.
CREATE TABLE IF NOT EXISTS lastro.webhook_attempts (
  delivery_id text PRIMARY KEY,
  partner_id  text NOT NULL,
  -- Attempts begun. Counted when an attempt is claimed, so that a crash in the middle of one counts as well.
  attempts    integer NOT NULL,
  next_at     timestamptz NOT NULL,
  -- Until then the attempt, or the recording of the outcome, is one dispatcher's alone.
  lease_until timestamptz NOT NULL,
  leased_by   text NOT NULL,
  last_status integer,
  last_error  text,
  -- The last ten attempts: [{attempt, at, durationMs, status, error}].
  history     jsonb NOT NULL DEFAULT '[]',
  -- Once set nothing more is sent: the event that is to be, {"type": "WebhookDelivered", "data": {...}}.
  outcome     jsonb,
  finished_at timestamptz,
  -- The outcome is an event of the stream webhook-<delivery_id>.
  recorded    boolean NOT NULL DEFAULT false
);

-- Which sending this row is about: the outbox's count of replays when it was claimed. A row that is behind is over.
ALTER TABLE lastro.webhook_attempts ADD COLUMN IF NOT EXISTS replays integer NOT NULL DEFAULT 0;

CREATE INDEX IF NOT EXISTS webhook_attempts_open ON lastro.webhook_attempts (partner_id) WHERE outcome IS NULL;

CREATE INDEX IF NOT EXISTS webhook_attempts_unrecorded ON lastro.webhook_attempts (next_at)
  WHERE outcome IS NOT NULL AND NOT recorded;

CREATE INDEX IF NOT EXISTS webhook_attempts_finished ON lastro.webhook_attempts (finished_at) WHERE recorded;

-- The second wall. The mode is in the outbox, with which attempts are read.
GRANT SELECT ON lastro.webhook_attempts TO lastro_api;
ALTER TABLE lastro.webhook_attempts ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lastro.webhook_attempts;
CREATE POLICY tenant ON lastro.webhook_attempts FOR SELECT TO lastro_api USING (
  partner_id = current_setting('app.partner_id', true) AND current_setting('app.user_id', true) = '*'
);

-- The operators' door sees the rows of every partner.
GRANT SELECT ON lastro.webhook_attempts TO lastro_ops;
DROP POLICY IF EXISTS operators ON lastro.webhook_attempts;
CREATE POLICY operators ON lastro.webhook_attempts FOR SELECT TO lastro_ops USING (true);
