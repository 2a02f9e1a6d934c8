-- Values of which only so many of one group may live, such as the challenges that one network asked for an account.
-- `place` is the order in which they came.
ALTER TABLE lastro.expiring_values ADD COLUMN IF NOT EXISTS group_key text;
ALTER TABLE lastro.expiring_values ADD COLUMN IF NOT EXISTS place bigint GENERATED ALWAYS AS IDENTITY;
CREATE INDEX IF NOT EXISTS expiring_values_groups ON lastro.expiring_values (group_key, place)
  WHERE group_key IS NOT NULL;
