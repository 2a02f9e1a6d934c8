CREATE TABLE IF NOT EXISTS lastro.partner_secrets (
  owner text PRIMARY KEY,
  partner_id text NOT NULL,
  mode text NOT NULL,
  hmac_key jsonb,
  webhook_secret jsonb,
  previous_webhook_secret jsonb,
  previous_valid_until timestamptz
);
