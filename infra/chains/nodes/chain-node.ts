import type { ChainHead } from '../../../commands/ports/chains/chain-reader';

export interface ChainNode {
  /** The URL's host: no credentials. */
  readonly label: string;
  /** Fails the open calls and all later ones. */
  readonly close: () => Promise<void>;
}

export interface BlockHead {
  readonly number: bigint;
  readonly hash: string;
  readonly time: string;
}

export const headOf = ({ number, hash, time }: BlockHead): ChainHead => ({ height: number, hash, time });
