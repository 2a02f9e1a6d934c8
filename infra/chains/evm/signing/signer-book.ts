import type { Unsigned } from './signer';

/** Account of a signer. Nonces count per chain id; two networks of one chain share them. */
export interface SignerAccount {
  readonly chainId: bigint;
  readonly address: string;
}

/** A transaction that was signed with a nonce; only one version of a nonce can enter a block. */
export interface Version extends Unsigned {
  readonly version: number;
  readonly purpose: 'ORDER' | 'FILLER';
  readonly txid: string;
  /** Milliseconds since 1970; null while it has never been broadcast. */
  readonly sentAtMs: number | null;
}

export interface OpenNonce {
  readonly nonce: bigint;
  readonly key: string;
  readonly claimedAtMs: number;
  readonly isAbandoned: boolean;
  /** In the order of their signatures. */
  readonly versions: readonly Version[];
}

export type Signed = Omit<Version, 'sentAtMs'>;

export interface Claim {
  readonly atLeast: bigint;
  readonly lastKnown?: bigint | undefined;
  /** Version 0, unless a filler has it. */
  readonly sign: (place: Pick<Version, 'nonce' | 'version'>) => Signed;
}

/** Claimed nonces and signed transactions of our signers. Every method is atomic across processes and durable. */
export interface SignerBook {
  /** The order of the first claim, at the lowest free nonce from `atLeast`. Null: `lastKnown` is outdated. */
  readonly claim: (account: SignerAccount, key: string, claim: Claim) => Promise<Version | null>;
  readonly versions: (account: SignerAccount, key: string) => Promise<readonly Version[]>;
  /** Keeps the version unless another process has kept it before. */
  readonly keep: (account: SignerAccount, version: Signed) => Promise<void>;
  /** Before the broadcast: from here on nothing fills its place. */
  readonly markSent: (account: SignerAccount, txid: string) => Promise<void>;
  /** The claimed nonces from this one on, the lowest first. */
  readonly open: (account: SignerAccount, from: bigint, limit: number) => Promise<readonly OpenNonce[]>;
}
