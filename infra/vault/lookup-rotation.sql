-- By which of `vault.lookup_keys` the look-up was made; what is of before was made by the first.
ALTER TABLE vault.lookups ADD COLUMN IF NOT EXISTS key_version integer NOT NULL DEFAULT 1;

CREATE INDEX IF NOT EXISTS lookups_by_key_version ON vault.lookups (key_version);

-- The key by which new look-ups are made. Who binds one holds this row until the end of the transaction: after a change
-- nothing is bound by an earlier key any more.
ALTER TABLE vault.wrapping ADD COLUMN IF NOT EXISTS lookup_version integer NOT NULL DEFAULT 1;

-- Keys that every process of the service must have alike, by what they are for.
CREATE TABLE IF NOT EXISTS vault.service_keys (
  name text PRIMARY KEY,
  wrapped_key bytea NOT NULL,
  key_id text NOT NULL
);
