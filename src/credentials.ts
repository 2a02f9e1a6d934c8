import type { Mode } from '../aggregates/partner/events';
import type { KeyHolder } from '../read-models/api-keys';
import type { HmacHolder } from '../read-models/partner-secrets';
import type { TokenHolder } from '../read-models/users';

/** Whose a credential is. */
export interface Credentials {
  /** By the hex SHA-256 of the key's text. */
  readonly keyHolder: (keyHash: string) => Promise<KeyHolder | null>;
  /** Whose signatures may pass for the partner's: always as many, so that the work does not tell whether it exists. */
  readonly signers: (partnerId: string) => Promise<readonly Signer[]>;
  /** The standing of the user and of the partner, now. */
  readonly tokenHolder: (claims: TokenClaims) => Promise<TokenHolder | null>;
}

export interface Signer {
  /** 64 characters of hex, used as they stand. */
  readonly signingKey: string;
  /** Null for a stand-in, whose signature opens nothing. */
  readonly holder: Omit<HmacHolder, 'hmac_key'> | null;
}

/** What a token was made for: the partner's API or the wallet's. */
export type Surface = 'v1' | 'wallet';

/** The end user's token (specification, part 2). */
export interface TokenClaims {
  readonly pubkey: string | null;
  /** Our user id; null for an address that no user has yet, on the wallet's surface alone. */
  readonly uid: string | null;
  /** The network of the address, where the address itself was proved: on the wallet's surface. */
  readonly blockchain?: string;
  readonly partnerId: string;
  readonly mode: Mode;
}

export interface Tokens {
  readonly sign: (claims: TokenClaims, ttlSeconds: number) => Promise<string>;
  /** Null for every token that is not one of ours, of this surface and of now. */
  readonly verify: (token: string) => Promise<TokenClaims | null>;
}
