import type { EventOf } from '../../../../aggregates/events';
import type { KycSessionFacts } from '../../../../aggregates/kyc/events';
import type { Sealed } from '../../../../aggregates/sealed';
import { time } from './sample-time';

const sealed: Sealed = { sealed: 1, subjectId: 'u1', box: 'Ym94' };

const facts: KycSessionFacts = {
  ...{ sessionId: 's1', userId: 'u1', partnerId: 'p1', mode: 'sandbox', number: 1 },
  ...{ personType: 'PF', provider: 'sandbox', documentMasked: '***.***.***-35', externalUserId: sealed },
};

type KycType =
  | 'KycSessionStarted'
  | 'KycSessionOpened'
  | 'KycSessionStatusChanged'
  | 'KycSessionFollowed'
  | 'KycDataErased'
  | 'DocumentLookedUp';

export const KYC_DATA: { readonly [Type in KycType]: EventOf<Type>['data'] } = {
  KycSessionStarted: {
    ...facts,
    declared: { document: sealed, birthDate: sealed, profile: sealed, owners: [] },
    startedAt: time(0),
  },
  KycSessionOpened: { sessionId: 's1', providerSessionId: 'sbx_kyc_1', webViewUrl: sealed, openedAt: time(1) },
  KycSessionStatusChanged: {
    ...facts,
    ...{ status: 'APPROVED', previousStatus: 'PENDING', providerStatus: 'Approved', rejectionReason: null },
    ...{ verified: sealed, changedAt: time(9) },
  },
  KycSessionFollowed: {
    ...{ userId: 'u1', sessionId: 's1', number: 1, revision: 2, status: 'APPROVED', followedAt: time(10) },
  },
  KycDataErased: { sessionId: 's1', provider: 'sandbox', erasedAt: time(90) },
  DocumentLookedUp: {
    ...{ lookupsId: 'l1', partnerId: 'p1', mode: 'sandbox', day: '2026-11-20', documentType: 'CPF', country: 'BR' },
    ...{ documentHash: '0'.repeat(64), purpose: 'LOOKUP', registry: 'sandbox', lookedUpAt: time(5) },
  },
};
