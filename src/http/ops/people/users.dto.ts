import type { OpsEvent } from '../payments/timeline.dto';

export interface OpsUsersQuery {
  /** @maxLength 128 */
  partner: string;
  /** Absent: both. */
  mode?: 'live' | 'sandbox';
  /**
   * How many, 1 to 200.
   * @isInt must be a whole number
   * @minimum 1
   * @maximum 200
   * @default 50
   */
  limit?: number;
  /** The id of the last user seen. */
  cursor?: string;
}

/** A user with personal data masked; a wallet is public. */
export interface OpsUser {
  userId: string;
  partnerId: string;
  mode: 'live' | 'sandbox';
  kycStatus: 'PENDING' | 'SUBMITTED' | 'APPROVED' | 'REJECTED' | 'BLOCKED';
  wallet: OpsWallet | null;
  /** True: the partner's own id of the user is there, sealed. */
  hasExternalId: boolean;
  isErased: boolean;
  createdAt: string;
}

export interface OpsWallet {
  network: string;
  address: string;
}

export interface OpsShownUser extends OpsUser {
  partnerName: string;
  /** Newest first, at most 50. */
  sessions: OpsKycSession[];
  /** Decisions, blocks and openings of personal data, the newest first, at most 200. */
  events: OpsEvent[];
  /** Up to this position of the log this answer knows. */
  knownTo: string;
}

export interface OpsKycSession {
  sessionId: string;
  status: string;
  provider: string;
  rejectionReason: string | null;
  createdAt: string;
  updatedAt: string;
}
