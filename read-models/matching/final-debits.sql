CREATE TABLE IF NOT EXISTS lastro.final_debits (
  stream text PRIMARY KEY,
  network text NOT NULL,
  block_number numeric(38, 0),
  confirmed_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS final_debits_by_block ON lastro.final_debits (network, block_number, confirmed_at);
