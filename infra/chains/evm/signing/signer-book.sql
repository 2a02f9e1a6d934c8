CREATE SCHEMA IF NOT EXISTS lastro;
-- Which order each nonce of our signers was given to. By chain and not by network: two entries of one chain share it.
CREATE TABLE IF NOT EXISTS lastro.signer_nonces (
  chain_id numeric(78, 0) NOT NULL,
  signer text NOT NULL,
  nonce numeric(20, 0) NOT NULL,
  key text NOT NULL,
  claimed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (chain_id, signer, nonce),
  UNIQUE (chain_id, signer, key)
);
-- Its payment was ended otherwise: nothing that was signed for it may happen any more.
ALTER TABLE lastro.signer_nonces ADD COLUMN IF NOT EXISTS abandoned_at timestamptz;
CREATE INDEX IF NOT EXISTS signer_nonces_key ON lastro.signer_nonces (key);
-- What was signed with a nonce, in order: of these at most one ever happens. The signature is not kept: it is made again.
CREATE TABLE IF NOT EXISTS lastro.signer_transactions (
  chain_id numeric(78, 0) NOT NULL,
  signer text NOT NULL,
  nonce numeric(20, 0) NOT NULL,
  version integer NOT NULL,
  -- ORDER: what the key is for. FILLER: moves nothing, and only takes the place of an order that was never sent, or was
  -- abandoned.
  purpose text NOT NULL CHECK (purpose IN ('ORDER', 'FILLER')),
  txid text NOT NULL,
  payment_to text NOT NULL,
  payment_value numeric(78, 0) NOT NULL,
  payment_data text NOT NULL,
  gas_limit numeric(20, 0) NOT NULL,
  highest_fee_per_gas numeric(78, 0) NOT NULL,
  tip_per_gas numeric(78, 0) NOT NULL,
  -- Before its first broadcast; null while it has never left.
  sent_at timestamptz,
  PRIMARY KEY (chain_id, signer, nonce, version),
  FOREIGN KEY (chain_id, signer, nonce) REFERENCES lastro.signer_nonces
);
