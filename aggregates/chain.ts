import type { Digits } from './money';
import type { Mode } from './partner/events';

export type ChainFamily = RealFamily | 'simulated';

export type RealFamily = 'evm' | 'solana' | 'stellar' | 'tron' | 'xrpl';

/** Immutable name of a network in the networks file, such as `ethereum`. */
export type NetworkName = string;

/** The network that the sandbox plays; no network of a file may have this name. */
export const SIMULATED_NETWORK = 'simulated';

/** `<network>:<txid>:<position>`; the position does not depend on where the transaction lands in a block. */
export type DepositId = string;

export const depositIdOf = (network: NetworkName, txid: string, position: string): DepositId =>
  `${network}:${txid}:${position}`;

export const isDepositOf = (network: NetworkName, id: string): boolean => id.startsWith(`${network}:`);

/** An asset movement to one of our receivers. Hex in lower case, base58 unchanged. */
export interface Movement {
  readonly network: NetworkName;
  readonly txid: string;
  /** EVM and Tron: `native` or the ordinal of the log in the transaction's own receipt. */
  readonly position: string;
  /** Null when the contract is not on the allow-list. */
  readonly assetId: number | null;
  /** Contract, mint or issuer; null for the native coin. */
  readonly contract: string | null;
  readonly amountBaseUnits: Digits;
  readonly sender: string;
  readonly receiver: string;
  /** Memos of the transaction with our prefix, byte for byte. */
  readonly memos: readonly string[];
  /** Movements to our receivers in the whole transaction. */
  readonly movements: number;
  /** Why the rule never matches this kind of transfer, such as one by a router contract; null when it may match. */
  readonly unsupported: string | null;
  readonly blockNumber: Digits;
  readonly blockHash: string;
  /** ISO 8601, UTC. */
  readonly blockTime: string;
  /** Destination tag, muxed id or memo that a refund to the sender needs; absent: none. */
  readonly senderReference?: string;
  /** Our memos in the input of a call: they name intents, but pay none. Absent: no memo. */
  readonly mentions?: readonly string[];
  /** Sent from an address of ours: recorded, but never a payment. Absent: another sender. */
  readonly isOwn?: true;
  /** Digits beyond the catalog's decimals, which the amount omits; absent: no digits. */
  readonly cutOff?: string;
  readonly mode?: Mode;
}

/** A movement that is not final. Some chain families tell a block's time only at finality. */
export type SeenMovement = Omit<Movement, 'blockTime'> & { readonly blockTime: string | null };
