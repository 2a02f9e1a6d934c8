CREATE TABLE IF NOT EXISTS lastro.reconciliation_holds (
  hold_id text PRIMARY KEY,
  memo_hash text NOT NULL,
  intent_id text NOT NULL,
  deposit_id text NOT NULL,
  since timestamptz NOT NULL
);
ALTER TABLE lastro.reconciliation_holds ADD COLUMN IF NOT EXISTS until timestamptz;
CREATE INDEX IF NOT EXISTS reconciliation_holds_intent ON lastro.reconciliation_holds (memo_hash);
