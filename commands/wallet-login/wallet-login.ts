import type { ChainFamily } from '../../aggregates/chain';
import type { Clock, Iso } from '../ports/clock';
import type { ExpiringValues } from '../ports/expiring-values';
import type { Ids } from '../ports/ids';
import type { Instance } from './instance-partner';

export interface LoginNetwork {
  readonly name: string;
  readonly family: ChainFamily;
  readonly chainId: number | null;
}

export interface LoginWallet {
  readonly network: LoginNetwork;
  readonly address: string;
}

export interface LoginCaller extends LoginWallet {
  /** The caller's network as rate limits count it: an IPv4 address, or an IPv6 /64. */
  readonly caller: string;
}

export interface WalletSignature extends LoginCaller {
  readonly challenge: string;
  readonly signature: string;
  /** Only the XRPL needs a public key. */
  readonly publicKey: string | null;
  /** A contract account may be asked; calls are limited per caller's network. */
  readonly mayAskContract: boolean;
}

/** False when it cannot be verified. Rejects only with `MustWait`. */
export type VerifyWallet = (signature: WalletSignature) => Promise<boolean>;

/** Rate limit reached; nothing was checked. */
export interface MustWait extends Error {
  /** Whole seconds, at least 1. */
  readonly retryAfterSeconds: number;
}

export const mustWait = (seconds: number): MustWait =>
  Object.assign(new Error('Too many requests'), { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });

export const isMustWait = (error: unknown): error is MustWait => error instanceof Error && 'retryAfterSeconds' in error;

export interface ChallengeTerms {
  readonly wallet: LoginWallet;
  readonly instanceId: string;
  /** 128 bits in hex. */
  readonly nonce: string;
  readonly issuedAt: Iso;
  readonly expiresAt: Iso;
}

/** ASCII: wallets count characters or bytes. Names its purpose, so that no chain mistakes it for a transaction. */
export type WriteChallenge = (terms: ChallengeTerms) => string;

export interface ChallengeDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly expiring: ExpiringValues;
  readonly instance: Instance;
}

export const CHALLENGE_TTL_SECONDS = 300;
/** Per challenge and caller's network. */
export const MOST_SIGNATURE_ATTEMPTS = 5;
/** Per account and caller's network; the oldest goes. */
export const MOST_LIVE_CHALLENGES = 5;

export interface StoredChallenge {
  readonly challengeId: string;
  readonly text: string;
  readonly expiresAt: Iso;
}

/** Includes the account: another account's challenge id finds nothing. */
export const challengeKey = ({ network, address }: LoginWallet, challengeId: string): string =>
  `wallet-challenge:${network.name}:${address}:${challengeId}`;

export const challengesKey = ({ network, address, caller }: LoginCaller): string =>
  `wallet-challenges:${network.name}:${address}:${caller}`;
