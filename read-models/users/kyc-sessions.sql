CREATE TABLE IF NOT EXISTS lastro.kyc_sessions (
  session_id text PRIMARY KEY,
  partner_id text NOT NULL,
  mode text NOT NULL,
  user_id text NOT NULL,
  session_number integer NOT NULL,
  person_type text NOT NULL,
  provider text NOT NULL,
  status text NOT NULL,
  document_masked text NOT NULL,
  external_user_id jsonb NOT NULL,
  web_view_url jsonb,
  rejection_reason text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  completed_at timestamptz,
  synced_at timestamptz,
  -- Of the event that told the status, and of the last one that the user's standing follows.
  status_revision integer NOT NULL,
  followed_revision integer NOT NULL,
  status_event_id text NOT NULL,
  data_erased_at timestamptz
);
CREATE INDEX IF NOT EXISTS kyc_sessions_by_partner
  ON lastro.kyc_sessions (partner_id, mode, created_at DESC, session_id DESC);
CREATE INDEX IF NOT EXISTS kyc_sessions_by_status
  ON lastro.kyc_sessions (partner_id, mode, status, created_at DESC, session_id DESC);
CREATE INDEX IF NOT EXISTS kyc_sessions_by_user
  ON lastro.kyc_sessions (user_id, partner_id, mode, created_at DESC, session_id DESC);
CREATE INDEX IF NOT EXISTS kyc_sessions_open
  ON lastro.kyc_sessions (updated_at) WHERE status IN ('PENDING', 'IN_PROGRESS', 'IN_REVIEW');
CREATE INDEX IF NOT EXISTS kyc_sessions_to_follow
  ON lastro.kyc_sessions (updated_at) WHERE status_revision > followed_revision;
CREATE INDEX IF NOT EXISTS kyc_sessions_to_erase ON lastro.kyc_sessions (user_id) WHERE data_erased_at IS NULL;

-- The second wall: what a reader has not said it reads for, it does not see. A user id of '*' is the partner itself.
GRANT SELECT ON lastro.kyc_sessions TO lastro_api;
ALTER TABLE lastro.kyc_sessions ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lastro.kyc_sessions;
CREATE POLICY tenant ON lastro.kyc_sessions FOR SELECT TO lastro_api USING (
  partner_id = current_setting('app.partner_id', true) AND mode = current_setting('app.mode', true)
  AND current_setting('app.user_id', true) IN ('*', user_id)
);

-- The operators' door sees the rows of every partner.
GRANT SELECT ON lastro.kyc_sessions TO lastro_ops;
DROP POLICY IF EXISTS operators ON lastro.kyc_sessions;
CREATE POLICY operators ON lastro.kyc_sessions FOR SELECT TO lastro_ops USING (true);
