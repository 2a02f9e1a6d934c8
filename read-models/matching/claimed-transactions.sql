CREATE TABLE IF NOT EXISTS lastro.claimed_transactions (
  transaction_id text PRIMARY KEY,
  withdraw_id text NOT NULL
);
