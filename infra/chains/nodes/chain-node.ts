/** One endpoint of a network, whatever its family. */
export interface ChainNode {
  /** The URL's host: no credentials. */
  readonly label: string;
  /** Fails calls under way and all later ones. */
  readonly close: () => Promise<void>;
}

/** A block, ledger or slot. */
export interface BlockHead {
  readonly number: bigint;
  readonly hash: string;
  readonly time: string;
}
