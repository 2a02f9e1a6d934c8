-- When something was last sealed for a fiscal subject: its key is destroyed years later. Beside the keys, so that no old
-- version of a key's row is made by a use.
CREATE TABLE IF NOT EXISTS vault.fiscal_uses (
  subject_id text PRIMARY KEY,
  last_sealed_at timestamptz NOT NULL
);

CREATE INDEX IF NOT EXISTS fiscal_uses_by_time ON vault.fiscal_uses (last_sealed_at);
