-- Names of payments that people search by: an end-to-end id, the id of a charge, a transaction, the partner's reference.
CREATE TABLE IF NOT EXISTS lastro.payment_names (
  name_key text PRIMARY KEY,
  name text NOT NULL,
  named_by text NOT NULL,
  payment_id text NOT NULL,
  kind text NOT NULL,
  partner_id text NOT NULL,
  mode text NOT NULL,
  since timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS payment_names_by_name ON lastro.payment_names (name, since DESC);

GRANT SELECT ON lastro.payment_names TO lastro_ops;
