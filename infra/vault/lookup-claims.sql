-- The revision of the subject's stream on which the look-up was last claimed; -1 where none was read. What the subject
-- gives up later than that is freed; what it took back since stays.
ALTER TABLE vault.lookups ADD COLUMN IF NOT EXISTS claimed_at_revision bigint NOT NULL DEFAULT -1;
