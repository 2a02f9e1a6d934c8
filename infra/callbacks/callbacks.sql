CREATE SCHEMA IF NOT EXISTS lastro;
-- What providers called about, as it arrived. No projection owns this table and no rebuild touches it.
CREATE TABLE IF NOT EXISTS lastro.callbacks (
  -- <surface>/<provider>
  source      text NOT NULL,
  -- The provider's own id of the callback, or sha256:<hex> of its body.
  event_id    text NOT NULL,
  received_at timestamptz NOT NULL,
  -- [{kind, key}], what to ask about; null once only the id is kept.
  hints       jsonb,
  -- The bytes, sealed under the service's own key; null once only the id is kept.
  body        text,
  -- Null while its hints are still to be followed.
  finished_at timestamptz,
  PRIMARY KEY (source, event_id)
);
CREATE INDEX IF NOT EXISTS callbacks_due ON lastro.callbacks (received_at) WHERE finished_at IS NULL;
CREATE INDEX IF NOT EXISTS callbacks_kept ON lastro.callbacks (received_at) WHERE body IS NOT NULL;
