CREATE SCHEMA IF NOT EXISTS lastro;
-- How far the sweeps of credits have come. Operational state: no projection owns it, no rebuild touches it.
CREATE TABLE IF NOT EXISTS lastro.credit_sweeps (
  partner_id    text NOT NULL,
  mode          text NOT NULL,
  provider      text NOT NULL,
  -- When the last pass began that looked at everything; null: none has.
  swept_at      timestamptz,
  -- The pass that is under way, {beganAtMs, fromMs, toMs, after, isWhole}; the JSON null: none is.
  pass          jsonb NOT NULL,
  -- Since when no run has gone through without a failure; null: the last one has.
  failing_since timestamptz,
  PRIMARY KEY (partner_id, mode, provider)
);
