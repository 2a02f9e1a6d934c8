CREATE TABLE IF NOT EXISTS lastro.audit_trail (
  event_id text PRIMARY KEY,
  position_commit numeric(38, 0) NOT NULL,
  stream text NOT NULL,
  revision integer NOT NULL,
  type text NOT NULL,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  partner_id text,
  subject_id text,
  mode text,
  correlation_id text NOT NULL,
  causation_id text NOT NULL,
  request_id text,
  reason text,
  intent_id text,
  deposit_id text,
  quote_id text,
  data jsonb NOT NULL
);
CREATE INDEX IF NOT EXISTS audit_trail_by_stream ON lastro.audit_trail (stream, revision);
CREATE INDEX IF NOT EXISTS audit_trail_by_intent ON lastro.audit_trail (intent_id) WHERE intent_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS audit_trail_by_deposit ON lastro.audit_trail (deposit_id) WHERE deposit_id IS NOT NULL;
-- Few: each has an alarm.
DROP INDEX IF EXISTS lastro.audit_trail_contradictions;
CREATE INDEX IF NOT EXISTS audit_trail_alarms ON lastro.audit_trail (at)
  WHERE (type IN ('PayoutContradicted', 'RedemptionContradicted', 'CashinContradicted')
    OR type = 'CashinCompleted' AND data ? 'splitOwedCents'
    OR type = 'CashinFailed' AND data->>'splitAppliedCents' <> '0'
    OR type = 'ChargeRefundRejected' AND data->>'nextAttemptAt' IS NULL
    OR type = 'KycSessionStatusChanged' AND data->>'rejectionReason' = 'SANCTIONS');
-- Few, and most have ended: the first word of two.
CREATE INDEX IF NOT EXISTS audit_trail_proposals ON lastro.audit_trail (at)
  WHERE type IN ('PayoutDecisionProposed', 'CashinDecisionProposed', 'RedemptionDecisionProposed',
    'DepositResolutionProposed');
-- Few: personal data that was opened or searched, and exports.
DROP INDEX IF EXISTS lastro.audit_trail_access;
CREATE INDEX IF NOT EXISTS audit_trail_accesses ON lastro.audit_trail (position_commit, revision)
  WHERE type IN ('PersonalDataOpened', 'PersonalDataSearched', 'DataExportStarted', 'DataExported');
-- About one a payment: what an export of payments lists.
CREATE INDEX IF NOT EXISTS audit_trail_money ON lastro.audit_trail (at, position_commit, revision)
  WHERE type IN ('CashoutCompleted', 'CashinCompleted', 'WithdrawalCompleted', 'PayoutReturned',
    'RefundRecorded', 'ChargeRefundDone');
-- Where streams begin, by their names: a search knows the beginning of a name.
CREATE INDEX IF NOT EXISTS audit_trail_streams ON lastro.audit_trail ((stream COLLATE "C")) WHERE revision = 0;

GRANT SELECT ON lastro.audit_trail TO lastro_ops;
