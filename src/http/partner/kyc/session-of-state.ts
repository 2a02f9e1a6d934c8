import { isEnded, type KnownSession } from '../../../../aggregates/kyc/kyc-session';
import type { SealedValue } from '../../../../read-models/partners/partner-secrets';
import type { KycSessionRow } from '../../../../read-models/users/kyc-sessions';

const sealedValue = (value: object): SealedValue => value as SealedValue;

/** The later row of the projection: the answer of a command does not wait for a read model. */
export const rowOfState = ({ facts, opened, ...state }: KnownSession): KycSessionRow => ({
  session_id: facts.sessionId,
  partner_id: facts.partnerId,
  mode: facts.mode,
  user_id: facts.userId,
  session_number: facts.number,
  person_type: facts.personType,
  provider: facts.provider,
  status: state.status,
  document_masked: facts.documentMasked,
  external_user_id: sealedValue(facts.externalUserId),
  web_view_url: opened === null || opened.webViewUrl === null ? null : sealedValue(opened.webViewUrl),
  rejection_reason: state.rejectionReason,
  created_at: state.startedAt,
  updated_at: opened !== null && opened.openedAt > state.changedAt ? opened.openedAt : state.changedAt,
  completed_at: isEnded(state.status) ? state.changedAt : null,
  synced_at: state.syncedAt,
  ...{ status_revision: 0, followed_revision: 0, status_event_id: '', data_erased_at: null },
});
