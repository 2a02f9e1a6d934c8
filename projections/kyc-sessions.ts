import type { EventOf } from '../aggregates/events';
import type { KycSessionEvent, KycSessionStatus } from '../aggregates/kyc/events';
import type { StreamPrefix } from '../aggregates/stream';
import type { SealedValue } from '../read-models/partners/partner-secrets';
import { kycSessions } from '../read-models/users/kyc-sessions';
import { applyWith, type Handlers, keyOf, type Projection, patch, put } from './projection';

const sealedValue = (value: object | null): SealedValue | null => (value === null ? null : (value as SealedValue));

const ENDED: readonly KycSessionStatus[] = ['APPROVED', 'REJECTED', 'EXPIRED'];

const handlers: Handlers<KycSessionEvent | EventOf<'KycSessionFollowed'>> = {
  KycSessionStarted: ({ id, data, revision }) => [
    put(kycSessions, {
      session_id: data.sessionId,
      partner_id: data.partnerId,
      mode: data.mode,
      user_id: data.userId,
      session_number: data.number,
      person_type: data.personType,
      provider: data.provider,
      status: 'PENDING',
      document_masked: data.documentMasked,
      external_user_id: data.externalUserId as unknown as SealedValue,
      web_view_url: null,
      rejection_reason: null,
      created_at: data.startedAt,
      updated_at: data.startedAt,
      completed_at: null,
      synced_at: null,
      status_revision: revision,
      followed_revision: -1,
      status_event_id: id,
      data_erased_at: null,
    }),
  ],
  KycSessionOpened: ({ data }, get) =>
    patch(kycSessions, get, data.sessionId, {
      ...{ web_view_url: sealedValue(data.webViewUrl), updated_at: data.openedAt, synced_at: data.openedAt },
    }),
  KycSessionStatusChanged: ({ id, data, revision }, get) =>
    patch(kycSessions, get, data.sessionId, {
      ...{ status: data.status, rejection_reason: data.rejectionReason, updated_at: data.changedAt },
      ...(data.providerStatus === null ? {} : { synced_at: data.changedAt }),
      completed_at: ENDED.includes(data.status) ? data.changedAt : null,
      ...{ status_revision: revision, status_event_id: id },
    }),
  KycDataErased: ({ data }, get) => patch(kycSessions, get, data.sessionId, { data_erased_at: data.erasedAt }),
  KycSessionFollowed: ({ data }, get) => {
    const followed = get(kycSessions, data.sessionId)?.followed_revision ?? data.revision;
    // A slow follower may report an older revision after a newer one.
    return patch(kycSessions, get, data.sessionId, { followed_revision: Math.max(followed, data.revision) });
  },
};

export const kycSessionsProjection: Projection<'kyc-sessions', StreamPrefix> = {
  name: 'kyc-sessions',
  isAwaited: true,
  tables: [kycSessions],
  streamPrefixes: ['kycSession-', 'user-'],
  keys: ({ data }) => ('sessionId' in data ? [keyOf(kycSessions, data.sessionId)] : []),
  apply: applyWith(handlers),
};
