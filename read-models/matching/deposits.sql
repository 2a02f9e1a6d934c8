CREATE TABLE IF NOT EXISTS lastro.deposits (
  deposit_id text PRIMARY KEY,
  network text NOT NULL,
  txid text NOT NULL,
  position text NOT NULL,
  asset_id integer,
  contract text,
  amount_base_units numeric(78, 0) NOT NULL,
  sender text NOT NULL,
  receiver text NOT NULL,
  memos jsonb NOT NULL,
  movements integer NOT NULL,
  unsupported text,
  block_number numeric(38, 0) NOT NULL,
  block_hash text NOT NULL,
  block_time timestamptz,
  status text NOT NULL,
  intent_id text,
  reason text,
  candidates jsonb NOT NULL,
  in_time boolean,
  updated_at timestamptz NOT NULL
);
-- Some chains tell the time of a block only once it is final.
ALTER TABLE lastro.deposits ALTER COLUMN block_time DROP NOT NULL;
CREATE INDEX IF NOT EXISTS deposits_open ON lastro.deposits (network) WHERE status = 'OBSERVED';
DROP INDEX IF EXISTS lastro.deposits_inbox;
CREATE INDEX IF NOT EXISTS deposits_unmatched
  ON lastro.deposits (updated_at DESC, deposit_id DESC) WHERE status = 'UNMATCHED';
CREATE INDEX IF NOT EXISTS deposits_by_intent ON lastro.deposits (intent_id);
-- An audit asks which deposits named a payment; those that were matched are known by it.
CREATE INDEX IF NOT EXISTS deposits_refused_by_memo
  ON lastro.deposits USING gin (memos) WHERE status IN ('UNMATCHED', 'REVERTED');
-- Whose earlier payments came from the same sender.
CREATE INDEX IF NOT EXISTS deposits_matched_by_sender
  ON lastro.deposits (network, sender, updated_at DESC) WHERE status = 'MATCHED';
-- Coin of a receiver between two blocks, to compare with its balance.
CREATE INDEX IF NOT EXISTS deposits_coin ON lastro.deposits (network, receiver, block_number) WHERE contract IS NULL;

GRANT SELECT ON lastro.deposits TO lastro_ops;
