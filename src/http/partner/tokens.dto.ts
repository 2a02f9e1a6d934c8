/** User of the token: at least one of `pubkey` and `uid`; both must name the same user. */
export interface TokenRequest {
  /**
   * The user's blockchain address.
   * @minLength 3
   * @maxLength 128
   * @example "0x8ba1f109551bD432803012645Ac136ddd64DBA72"
   */
  pubkey?: string;

  /**
   * Our userId, or the partner's own id of the user.
   * @minLength 3
   * @maxLength 128
   * @example "customer-17"
   */
  uid?: string;

  /**
   * Lifetime of the token; more than 30 days is 30 days.
   * @pattern ^[1-9]\d{0,5}[smhd]$ must be a number and one of s, m, h, d
   * @example "1h"
   */
  expiresIn?: string;
}

export interface TokenUser {
  pubkey: string | null;
  kycStatus: ShownKycStatus;
  partnerId: string;
}

export type ShownKycStatus = 'PENDING' | 'SUBMITTED' | 'APPROVED' | 'REJECTED' | 'BLOCKED';

/**
 * @example { "token": "eyJhbGciOiJIUzI1NiIs...", "expiresIn": 3600, "tokenType": "Bearer", "user": { "pubkey": "0x8ba1f109551bD432803012645Ac136ddd64DBA72", "kycStatus": "APPROVED", "partnerId": "5d8f3c2a-54a0-4b3a-9a57-0f6f4c1b2a10" } }
 */
export interface IssuedToken {
  token: string;
  /**
   * Seconds.
   * @isInt
   */
  expiresIn: number;
  tokenType: 'Bearer';
  user: TokenUser;
}
