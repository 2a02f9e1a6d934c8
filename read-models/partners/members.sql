-- People who sign in to the dashboard of a partner, in both of its modes.
CREATE TABLE IF NOT EXISTS lastro.members (
  member text PRIMARY KEY,
  partner_id text NOT NULL,
  member_id text NOT NULL,
  email jsonb NOT NULL,
  role text NOT NULL,
  status text NOT NULL,
  invited_at timestamptz NOT NULL,
  joined_at timestamptz
);
CREATE INDEX IF NOT EXISTS members_by_id ON lastro.members (member_id);
CREATE INDEX IF NOT EXISTS members_listed ON lastro.members (partner_id, invited_at, member_id);

-- The second wall: what a reader has not said it reads for, it does not see. A user id of '*' is the partner itself.
GRANT SELECT ON lastro.members TO lastro_api;
ALTER TABLE lastro.members ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lastro.members;
CREATE POLICY tenant ON lastro.members FOR SELECT TO lastro_api USING (
  partner_id = current_setting('app.partner_id', true) AND current_setting('app.user_id', true) = '*'
);
