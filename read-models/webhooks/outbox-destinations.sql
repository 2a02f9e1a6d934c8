CREATE TABLE IF NOT EXISTS lastro.outbox_destinations (
  owner text PRIMARY KEY,
  url text NOT NULL,
  events jsonb NOT NULL
);
