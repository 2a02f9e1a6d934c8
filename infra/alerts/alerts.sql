-- What somebody was told of: one row for each kind and subject. No projection owns this table; what stands in it moves
-- no money, and without it alerts are only told once more.
CREATE TABLE IF NOT EXISTS lastro.alerts (
  kind           text NOT NULL,
  subject        text NOT NULL,
  says           text NOT NULL,
  severity       integer NOT NULL,
  facts          jsonb NOT NULL,
  opened_at      timestamptz NOT NULL,
  -- The last time that the cause was seen.
  raised_at      timestamptz NOT NULL,
  -- The last time that it was logged, and by which act of telling.
  told_at        timestamptz NOT NULL,
  told_by        text NOT NULL,
  -- Null while it is open.
  closed_at      timestamptz,
  closed_because text,
  PRIMARY KEY (kind, subject)
);
CREATE INDEX IF NOT EXISTS alerts_open ON lastro.alerts (kind, subject) WHERE closed_at IS NULL;
CREATE INDEX IF NOT EXISTS alerts_closed ON lastro.alerts (closed_at) WHERE closed_at IS NOT NULL;

-- The operators' door sees the rows of every partner.
GRANT SELECT ON lastro.alerts TO lastro_ops;
