-- A stream that somebody deleted or truncated is parked as a whole: there is no event of it to begin from.
ALTER TABLE lastro.parked_streams ALTER COLUMN from_revision DROP NOT NULL;
