export type KycStatus = 'PENDING' | 'IN_PROGRESS' | 'IN_REVIEW' | 'APPROVED' | 'REJECTED' | 'EXPIRED';

/**
 * @example { "sessionId": "7f4df3a8-1df8-5b6c-a5d9-1f0f2e3a4b5c", "externalUserId": "customer-17", "type": "PF", "provider": "sandbox", "status": "PENDING", "webViewUrl": "https://sandbox.invalid/SANDBOX-SEM-VALOR/kyc/0f8fad5b", "documentMasked": "***.***.***-35", "rejectionReason": null, "createdAt": "2026-11-20T12:00:00.000Z", "updatedAt": "2026-11-20T12:00:00.000Z", "completedAt": null, "lastSyncAt": "2026-11-20T12:00:00.000Z" }
 */
export interface KycSessionAnswer {
  sessionId: string;
  /** Null once the user was erased. */
  externalUserId: string | null;
  /** A natural person (PF) or a company (PJ). */
  type: 'PF' | 'PJ';
  provider: string;
  status: KycStatus;
  /** Where the user's app goes on with it; null until the provider has the session, and once the user was erased. */
  webViewUrl: string | null;
  documentMasked: string;
  /** Why it was rejected, expired early (START_FAILED, FORGOTTEN), or is looked at by people. */
  rejectionReason: string | null;
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
  /** When the provider last said something new. */
  lastSyncAt: string | null;
}

/**
 * The user's latest session.
 * @example { "hasSession": true, "sessionId": "7f4df3a8-1df8-5b6c-a5d9-1f0f2e3a4b5c", "status": "APPROVED" }
 */
export interface KycCheckAnswer {
  hasSession: boolean;
  /** The fields of a session, when there is one. */
  sessionId?: string;
  externalUserId?: string | null;
  type?: 'PF' | 'PJ';
  provider?: string;
  status?: KycStatus;
  webViewUrl?: string | null;
  documentMasked?: string;
  rejectionReason?: string | null;
  createdAt?: string;
  updatedAt?: string;
  completedAt?: string | null;
  lastSyncAt?: string | null;
}

/**
 * @example { "provider": "sandbox", "status": "UP" }
 */
export interface KycHealthAnswer {
  provider: string;
  status: 'UP' | 'DOWN';
}
