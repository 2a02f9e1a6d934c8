CREATE TABLE IF NOT EXISTS lastro.cashin_pix (
  end_to_end_id text PRIMARY KEY,
  intent_id text NOT NULL
);
