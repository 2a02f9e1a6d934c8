import type { Mode } from '../aggregates/partner/events';
import type { KeyHolder } from '../read-models/partners/api-keys';
import type { HmacHolder } from '../read-models/partners/partner-secrets';
import type { TokenHolder } from '../read-models/users/users';

export interface Credentials {
  /** By hex SHA-256 of the key. */
  readonly keyHolder: (keyHash: string) => Promise<KeyHolder | null>;
  /** Always the same number of signers, so that timing does not reveal if the partner exists. */
  readonly signers: (partnerId: string) => Promise<readonly Signer[]>;
  readonly tokenHolder: (claims: TokenClaims) => Promise<TokenHolder | null>;
}

export interface Signer {
  /** 64 characters of hex, not decoded. */
  readonly signingKey: string;
  /** Null for a stand-in, which authenticates no caller. */
  readonly holder: Omit<HmacHolder, 'hmac_key'> | null;
}

export type Surface = 'v1' | 'wallet';

/** The end user's token (specification, part 2). */
export interface TokenClaims {
  readonly pubkey: string | null;
  /** Our user id; null for an address without a user, on the wallet surface only. */
  readonly uid: string | null;
  /** Network of the proven address, on the wallet surface only. */
  readonly blockchain?: string;
  readonly partnerId: string;
  readonly mode: Mode;
}

export interface Tokens {
  readonly sign: (claims: TokenClaims, ttlSeconds: number) => Promise<string>;
  /** Null for a token that is not ours, of another surface or expired. */
  readonly verify: (token: string) => Promise<TokenClaims | null>;
}
