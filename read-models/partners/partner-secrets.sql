CREATE TABLE IF NOT EXISTS lastro.partner_secrets (
  owner text PRIMARY KEY,
  partner_id text NOT NULL,
  mode text NOT NULL,
  hmac_key jsonb,
  webhook_secret jsonb,
  previous_webhook_secret jsonb,
  previous_valid_until timestamptz
);
-- Of the event that wrote the row last; null in rows of versions that did not say. Doors compare it with denials.
ALTER TABLE lastro.partner_secrets ADD COLUMN IF NOT EXISTS revision integer;
