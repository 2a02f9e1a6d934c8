-- How much each destination takes at a time, as its answers have shown: operational state beside the attempts, over all
-- processes. A destination without a row is new. Nothing here is history: without it, sending begins gently again.
CREATE TABLE IF NOT EXISTS lastro.webhook_flow (
  -- <partner id>:<mode>, which has one destination at a time.
  owner     text PRIMARY KEY,
  -- The destination that this is about: another one begins anew.
  url       text NOT NULL,
  -- Attempts that may be in flight.
  allowed   integer NOT NULL,
  -- What was claimed before has been answered for by that halving.
  halved_at timestamptz NOT NULL DEFAULT '-infinity',
  -- The receiver asked not to be told anything before.
  resume_at timestamptz NOT NULL DEFAULT '-infinity',
  -- The last answer did not come in time.
  timed_out boolean NOT NULL DEFAULT false
);
