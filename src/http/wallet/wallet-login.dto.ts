/** An account on a network of the catalog. */
export class WalletAccount {
  /**
   * The wallet's address.
   * @minLength 3
   * @maxLength 128
   * @example "0x8ba1f109551bD432803012645Ac136ddd64DBA72"
   */
  address!: string;

  /**
   * The name of the address's network, as in the catalog.
   * @minLength 1
   * @maxLength 64
   * @example "ethereum"
   */
  blockchain!: string;
}

/**
 * @example { "challenge": "pay.example wants you to sign in with your Ethereum account:\n0x8ba1f109551bD432803012645Ac136ddd64DBA72\n\nLog in to lastro with your wallet on ethereum. This signature moves nothing and costs nothing.\n\nURI: https://pay.example/\nVersion: 1\nChain ID: 1\nNonce: 9f86d081884c7d659a2feaa0c55ad015\nIssued At: 2026-11-20T12:00:00.000Z\nExpiration Time: 2026-11-20T12:05:00.000Z", "challengeId": "5e884898da28047151d0e56f8dc62927", "expiresAt": "2026-11-20T12:05:00.000Z" }
 */
export interface ChallengeAnswer {
  /** The text to sign, byte for byte. */
  challenge: string;
  /** The id of this challenge, for `verify`. */
  challengeId: string;
  expiresAt: string;
}

/** The wallet's signature of a live challenge of this address. */
export interface VerifyRequest extends WalletAccount {
  /**
   * The challengeId that `challenge` answered: only that challenge is tried. Without it all that this caller's network
   * asked for are tried, newest first; contract wallets are asked about the newest alone.
   * @pattern ^[0-9a-f]{32}$ must be 32 lowercase hex digits
   * @example "5e884898da28047151d0e56f8dc62927"
   */
  challengeId?: string;

  /**
   * EVM and Tron: hex, with or without 0x. Solana: base58 or base64. Stellar: base64. XRPL: hex.
   * @minLength 1
   * @maxLength 8194
   * @example "0x5d99b6f7f6d1f73d1a26497f2b1c89b24c0993913f86e9a2d02cd69887d9c94f3c880358579d811b21dd1b7fd9bb01c1d81d10e69f0384e675c32b39643be8921b"
   */
  signature: string;

  /**
   * The account's public key as hex; XRPL needs it, the others do not.
   * @minLength 1
   * @maxLength 128
   */
  publicKey?: string;

  /**
   * Answer of `otp/verify`, where a one-time code is required; elsewhere it is ignored.
   * @pattern ^[0-9a-f]{32}$ must be 32 lowercase hex digits
   * @example "5e884898da28047151d0e56f8dc62927"
   */
  otpProof?: string;
}

/**
 * @example { "tokenJWT": "eyJhbGciOiJIUzI1NiIs...", "expiresIn": 3600 }
 */
export interface WalletTokenAnswer {
  /** Opens the wallet's routes, and no other. */
  tokenJWT: string;
  /**
   * Seconds.
   * @isInt
   */
  expiresIn: number;
}
