import type { Digits } from './money';
import type { Mode } from './partner/events';

/** How the networks of one kind are spoken to. */
export type ChainFamily = 'evm' | 'solana' | 'stellar' | 'tron' | 'xrpl';

/** The immutable name of a network in the networks file, such as `ethereum`. */
export type NetworkName = string;

/** `<network>:<txid>:<position>`; position does not depend on where the transaction lands in a block. */
export type DepositId = string;

export const depositIdOf = (network: NetworkName, txid: string, position: string): DepositId =>
  `${network}:${txid}:${position}`;

/**
 * What one chain says about one asset movement to one of our receivers, and about the transaction around it
 * (design: chains, section 0). Hex in lower case, base58 as it is.
 */
export interface Movement {
  readonly network: NetworkName;
  readonly txid: string;
  /** EVM and Tron: `native` or the ordinal of the log in the transaction's own receipt. */
  readonly position: string;
  /** The catalogued asset that moved; null when the contract is not on the allow-list. */
  readonly assetId: number | null;
  /** Contract, mint or issuer that moved; null for the native coin. */
  readonly contract: string | null;
  readonly amountBaseUnits: Digits;
  readonly sender: string;
  readonly receiver: string;
  /** Every memo of the transaction that begins with our prefix, byte for byte. */
  readonly memos: readonly string[];
  /** How many movements to our receivers the transaction makes. */
  readonly movements: number;
  /** Set when this kind of transfer is never matched by itself, such as one made by a router contract. */
  readonly unsupported: string | null;
  readonly blockNumber: Digits;
  readonly blockHash: string;
  /** ISO 8601, UTC. */
  readonly blockTime: string;
  /** Of the network; absent in events of before networks had one. */
  readonly mode?: Mode;
}

/** A movement that was seen and is not final; some families tell the time of a block only once it is. */
export type SeenMovement = Omit<Movement, 'blockTime'> & { readonly blockTime: string | null };
