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

export interface WalletSignature extends LoginWallet {
  /** The text that was to be signed, as the service made it. */
  readonly challenge: string;
  /** As the caller sent it. */
  readonly signature: string;
  /** As the caller sent it; only XRPL needs one. */
  readonly publicKey: string | null;
}

/** Whether the owner of the address made the signature. Never rejects: what cannot be verified is false. */
export type VerifyWallet = (signature: WalletSignature) => Promise<boolean>;

export interface ChallengeDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly expiring: ExpiringValues;
  /** Whose challenge it is: another instance's is worth nothing here. */
  readonly instance: Instance;
}

/** Five minutes (design: security, section 2). */
export const CHALLENGE_TTL_SECONDS = 300;
/** Wrong signatures after which a challenge is dead. */
export const MOST_SIGNATURE_ATTEMPTS = 5;

export interface StoredChallenge {
  readonly text: string;
  readonly expiresAt: Iso;
}

/** One live challenge for each account of a network. */
export const challengeKey = ({ network, address }: LoginWallet): string =>
  `wallet-challenge:${network.name}:${address}`;
