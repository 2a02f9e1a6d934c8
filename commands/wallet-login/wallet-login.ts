import type { ChainFamily } from '../../aggregates/chain';
import type { Clock, Iso } from '../ports/clock';
import type { ExpiringValues } from '../ports/expiring-values';
import type { Ids } from '../ports/ids';
import type { Instance } from './instance-partner';

/** A network on which somebody may log in, whether or not this instance watches it. */
export interface LoginNetwork {
  /** As in the catalog. */
  readonly name: string;
  readonly family: ChainFamily;
  readonly chainId: number | null;
}

/** An account as it claims to be: nothing is proved yet. */
export interface LoginWallet {
  readonly network: LoginNetwork;
  /** In its canonical form. */
  readonly address: string;
}

/** An account, and from where it is claimed. */
export interface LoginCaller extends LoginWallet {
  /** The network that asks, as rate limits count it: an IPv4 address, or a /64 of IPv6. */
  readonly caller: string;
}

export interface WalletSignature extends LoginCaller {
  /** The text that was to be signed, as the service made it. */
  readonly challenge: string;
  /** As the caller sent it. */
  readonly signature: string;
  /** As the caller sent it; only XRPL needs one. */
  readonly publicKey: string | null;
  /** Whether an account that is a contract may be asked, which is counted by the caller's network. */
  readonly mayAskContract: boolean;
}

/** Whether the owner of the address made the signature; what cannot be verified is false. Rejects with `MustWait` alone. */
export type VerifyWallet = (signature: WalletSignature) => Promise<boolean>;

/** Whoever asks has asked too often; nothing was looked at. */
export interface MustWait extends Error {
  /** Whole, at least 1. */
  readonly retryAfterSeconds: number;
}

export const mustWait = (seconds: number): MustWait =>
  Object.assign(new Error('Too many requests'), { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });

export const isMustWait = (error: unknown): error is MustWait => error instanceof Error && 'retryAfterSeconds' in error;

/** What a challenge says, and binds the signature to. */
export interface ChallengeTerms {
  readonly wallet: LoginWallet;
  readonly instanceId: string;
  /** 128 bits in hex. */
  readonly nonce: string;
  readonly issuedAt: Iso;
  readonly expiresAt: Iso;
}

/**
 * The text that a wallet of this family signs, in ASCII: wallets count characters where others count bytes. It names the
 * site too, and says what it is for, so that no chain takes it for a transaction.
 */
export type WriteChallenge = (terms: ChallengeTerms) => string;

export interface ChallengeDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly expiring: ExpiringValues;
  /** Whose challenge it is: another instance's is worth nothing here. */
  readonly instance: Instance;
}

/** Five minutes (design: security, section 2). */
export const CHALLENGE_TTL_SECONDS = 300;
/** Signatures that one network may try on one challenge. */
export const MOST_SIGNATURE_ATTEMPTS = 5;
/** Live challenges that one network may have for one account; the oldest goes. */
export const MOST_LIVE_CHALLENGES = 5;

export interface StoredChallenge {
  readonly challengeId: string;
  readonly text: string;
  readonly expiresAt: Iso;
}

/** Only with its account: the id of another account's challenge finds nothing. */
export const challengeKey = ({ network, address }: LoginWallet, challengeId: string): string =>
  `wallet-challenge:${network.name}:${address}:${challengeId}`;

/** The challenges that one network asked for one account. */
export const challengesKey = ({ network, address, caller }: LoginCaller): string =>
  `wallet-challenges:${network.name}:${address}:${caller}`;
