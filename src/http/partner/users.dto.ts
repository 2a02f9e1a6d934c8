import type { ShownKycStatus } from './tokens.dto';

/** At least one of `pubkey` and `externalUserId`; `blockchain` comes with `pubkey`. */
export interface RegisterUserRequest {
  /**
   * The user's blockchain address.
   * @minLength 3
   * @maxLength 128
   * @example "0x8ba1f109551bD432803012645Ac136ddd64DBA72"
   */
  pubkey?: string;

  /**
   * The name of the address's network, as in the catalog.
   * @minLength 1
   * @maxLength 64
   * @example "ethereum"
   */
  blockchain?: string;

  /**
   * The partner's own id of the user.
   * @minLength 1
   * @maxLength 128
   * @example "customer-17"
   */
  externalUserId?: string;

  /**
   * The same as `externalUserId`.
   * @minLength 1
   * @maxLength 128
   */
  uid?: string;
}

/** The user's new wallet. */
export interface ChangeWalletRequest {
  /**
   * The user's blockchain address.
   * @minLength 3
   * @maxLength 128
   * @example "0x8ba1f109551bD432803012645Ac136ddd64DBA72"
   */
  pubkey: string;

  /**
   * The name of the address's network, as in the catalog.
   * @minLength 1
   * @maxLength 64
   * @example "ethereum"
   */
  blockchain: string;
}

/** The partner's new id of the user. */
export interface ChangeExternalIdRequest {
  /**
   * @minLength 1
   * @maxLength 128
   * @example "customer-17"
   */
  externalUserId: string;
}

/**
 * @example { "userId": "7f4df3a8-1df8-4b6c-a5d9-1f0f2e3a4b5c", "pubkey": "0x8ba1f109551bD432803012645Ac136ddd64DBA72", "blockchain": "ethereum", "uid": "7f4df3a8-1df8-4b6c-a5d9-1f0f2e3a4b5c", "externalUserId": "customer-17", "kycStatus": "PENDING", "createdAt": "2026-11-20T12:00:00.000Z" }
 */
export interface UserAnswer {
  userId: string;
  pubkey: string | null;
  blockchain: string | null;
  /** The same as `userId`: what the token's `uid` claim will say. */
  uid: string;
  /** The partner's own id of the user. */
  externalUserId: string | null;
  kycStatus: ShownKycStatus;
  createdAt: string;
}

export interface ChangeKycRequest {
  kycStatus: 'PENDING' | 'SUBMITTED' | 'APPROVED' | 'REJECTED';
}

export interface BlockUserRequest {
  /**
   * @minLength 1
   * @maxLength 256
   * @example "chargeback reported"
   */
  reason?: string;
}
