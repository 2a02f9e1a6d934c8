import type { Unsigned } from './signer';

/** One signer's account: nonces count per chain, whatever the network's entry is called. */
export interface SignerAccount {
  readonly chainId: bigint;
  readonly address: string;
}

/** One of the transactions that were signed with a nonce; only one of them can ever happen. */
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
  /** In the order in which they were signed. */
  readonly versions: readonly Version[];
}

/** What our signers have promised and signed. Every method is atomic across processes and outlives them. */
export interface SignerBook {
  /**
   * The key's nonce for ever: that of its first claim, which is the lowest free one from `atLeast` on. Null when a nonce
   * after `lastKnown` is claimed for another key: whoever counted what is promised has not counted that.
   */
  readonly claim: (account: SignerAccount, key: string, atLeast: bigint, lastKnown?: bigint) => Promise<bigint | null>;
  /** In the order in which they were signed; empty for a key without any. */
  readonly versions: (account: SignerAccount, key: string) => Promise<readonly Version[]>;
  /** Keeps it unless another process has kept that version before. */
  readonly keep: (account: SignerAccount, version: Omit<Version, 'sentAtMs'>) => Promise<void>;
  /** Before the broadcast: from here on nothing fills its place. */
  readonly markSent: (account: SignerAccount, txid: string) => Promise<void>;
  /** The claimed ones from this nonce on, the lowest first. */
  readonly open: (account: SignerAccount, from: bigint, limit: number) => Promise<readonly OpenNonce[]>;
}
