CREATE TABLE IF NOT EXISTS lastro.final_debits (
  stream text PRIMARY KEY,
  network text NOT NULL,
  block_number numeric(38, 0)
);
CREATE INDEX IF NOT EXISTS final_debits_of_network ON lastro.final_debits (network, stream COLLATE "C");
