CREATE TABLE IF NOT EXISTS lastro.watch_cursors (
  network text PRIMARY KEY,
  block_number numeric(38, 0) NOT NULL,
  block_hash text NOT NULL,
  final_number numeric(38, 0) NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now()
);
