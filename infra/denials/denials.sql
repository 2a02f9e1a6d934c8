-- What was taken away, by the event that took it. No projection owns this table and no rebuild touches it: a door looks
-- here as well as at its own row, until that row was written from this event or a later one.
CREATE TABLE IF NOT EXISTS lastro.denials (
  kind     text NOT NULL,
  subject  text NOT NULL,
  stream   text NOT NULL,
  revision integer NOT NULL,
  -- What the door's row will say; null where the kind says it all.
  value    jsonb,
  PRIMARY KEY (kind, subject)
);

GRANT SELECT ON lastro.denials TO lastro_ops;
