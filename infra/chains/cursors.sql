CREATE TABLE IF NOT EXISTS lastro.watch_cursors (
  network text PRIMARY KEY,
  block_number numeric(38, 0) NOT NULL,
  block_hash text NOT NULL,
  final_number numeric(38, 0) NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now()
);
-- The mode that the network had when it was first watched; it never changes.
ALTER TABLE lastro.watch_cursors ADD COLUMN IF NOT EXISTS mode text;
-- When the last look that succeeded began, also when it found no new block.
ALTER TABLE lastro.watch_cursors ADD COLUMN IF NOT EXISTS looked_at timestamptz;
-- Up to here closed history was asked for once more.
ALTER TABLE lastro.watch_cursors ADD COLUMN IF NOT EXISTS rechecked_number numeric(38, 0);
-- Whatever the reader wants back.
ALTER TABLE lastro.watch_cursors ADD COLUMN IF NOT EXISTS resume jsonb;
-- What stands against new intents: {"finality": "...", "undecided": [..], "gap": "...", "receiver": "...", "haltedAssets": [..]}, and what
-- does not: {"failing": "...", "lagging": "...", "givenUp": [..]}; absent keys: nothing.
ALTER TABLE lastro.watch_cursors ADD COLUMN IF NOT EXISTS questions jsonb NOT NULL DEFAULT '{}';

-- The hashes of final heights, the last 1,000 of a network: history that is final must not change.
CREATE TABLE IF NOT EXISTS lastro.final_hashes (
  network text NOT NULL,
  height numeric(38, 0) NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (network, height)
);

-- Transactions that concern us and could not be read: each holds the expiry of the intents whose memos it names, or of
-- every intent of its network while its calldata is not known (memos: the JSON null).
CREATE TABLE IF NOT EXISTS lastro.unread_transactions (
  network text NOT NULL,
  txid text NOT NULL,
  block_hash text NOT NULL,
  height numeric(38, 0) NOT NULL,
  memos jsonb NOT NULL,
  reason text NOT NULL,
  since timestamptz NOT NULL,
  tries integer NOT NULL,
  PRIMARY KEY (network, txid, block_hash)
);

-- Transfers without a memo that are too small for a stream, by block.
CREATE TABLE IF NOT EXISTS lastro.chain_dust (
  network text NOT NULL,
  height numeric(38, 0) NOT NULL,
  asset_id integer NOT NULL,
  transfers integer NOT NULL,
  base_units numeric(78, 0) NOT NULL,
  PRIMARY KEY (network, height, asset_id)
);
-- When the history was accepted that the cursor went back for.
ALTER TABLE lastro.watch_cursors ADD COLUMN IF NOT EXISTS followed_at timestamptz;
ALTER TABLE lastro.unread_transactions ADD COLUMN IF NOT EXISTS next_at timestamptz NOT NULL DEFAULT now();
-- Somebody has been told that it is old.
ALTER TABLE lastro.unread_transactions ADD COLUMN IF NOT EXISTS alarmed boolean NOT NULL DEFAULT false;
-- When an operator gave up on it: it holds nothing any more, and is still tried.
ALTER TABLE lastro.unread_transactions ADD COLUMN IF NOT EXISTS given_up_at timestamptz;

-- Transactions that somebody told of, to be asked for: no read model, and no truth. Losing the rows loses nothing that a scan finds.
CREATE TABLE IF NOT EXISTS lastro.chain_hints (
  network text NOT NULL,
  txid text NOT NULL,
  -- chain/<source> or wallet/<userId>
  told_by text NOT NULL,
  since timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  PRIMARY KEY (network, txid)
);

-- The coin of each receiver when it was last compared with what was seen, at finality. The first comparison after a loss only keeps the balances.
CREATE TABLE IF NOT EXISTS lastro.coin_balances (
  network text NOT NULL,
  receiver text NOT NULL,
  height numeric(38, 0) NOT NULL,
  base_units numeric(78, 0) NOT NULL,
  PRIMARY KEY (network, receiver)
);
