CREATE SCHEMA IF NOT EXISTS lastro;
CREATE TABLE IF NOT EXISTS lastro.parked_streams (
  projection text NOT NULL,
  stream text NOT NULL,
  from_revision integer NOT NULL,
  from_commit bigint NOT NULL,
  from_prepare bigint NOT NULL,
  error text NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (projection, stream)
);
CREATE TABLE IF NOT EXISTS lastro.parked_events (
  projection text NOT NULL,
  stream text NOT NULL,
  revision integer NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  position_commit bigint NOT NULL,
  position_prepare bigint NOT NULL,
  PRIMARY KEY (projection, stream, revision),
  FOREIGN KEY (projection, stream) REFERENCES lastro.parked_streams ON DELETE CASCADE
);

-- The operators' door sees the rows of every partner.
GRANT SELECT ON lastro.parked_streams TO lastro_ops;
