-- A stream that somebody deleted or truncated is parked as a whole: there is no event of it to begin from.
ALTER TABLE lastro.parked_streams ALTER COLUMN from_revision DROP NOT NULL;
-- And when an operator has closed it (`StreamClosed`), what comes under its name is passed over for good, from there on.
CREATE TABLE IF NOT EXISTS lastro.closed_streams (
  projection text NOT NULL,
  stream text NOT NULL,
  from_revision integer,
  from_commit bigint NOT NULL,
  from_prepare bigint NOT NULL,
  PRIMARY KEY (projection, stream)
);
