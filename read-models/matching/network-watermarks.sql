CREATE TABLE IF NOT EXISTS lastro.network_watermarks (
  network text PRIMARY KEY,
  time timestamptz NOT NULL
);
