import type { Movement } from '../../../aggregates/chain';
import type { ChainHead, ReceiverState, Transfer } from '../../../commands/ports/chains/chain-reader';
import type { ChainNode } from '../nodes/chain-node';

export type Crop =
  /** Every movement to our receivers by its effects; empty for a transaction that failed or paid nothing. */
  | { readonly movements: readonly Movement[] }
  /** The transaction counts as unread: it is read again, and the intents that its memos name do not expire. */
  | {
      readonly reason: string;
      /** Our memos, as the node reports them; null when the node reports no memos. */
      readonly memos: readonly string[] | null;
      /** The answers of this node contradict each other, or the transaction's id. */
      readonly isContradiction: boolean;
    };

export interface ToldTransaction {
  /** In the family's canonical form. */
  readonly txid: string;
  readonly height: bigint;
  /** Hash of its block; `height:<n>` if the family reports no hash. */
  readonly blockHash: string;
  readonly crop: Crop;
}

export interface FoundOnNode extends ToldTransaction {
  readonly transfers: readonly Transfer[];
}

export interface PageRequest {
  readonly from: bigint;
  readonly to: bigint;
  /** From the previous page, perhaps of another node or a lower height: a shortcut. `from` decides. */
  readonly resume: unknown;
}

export interface Page {
  readonly told: readonly ToldTransaction[];
  /** `told` has all our transactions from `from` to this head; its time is not later than the block's. */
  readonly upTo: ChainHead;
  readonly resume: unknown;
}

/** An endpoint whose answers are all final. Each method may reject; a pruned height rejects with `historyGone`. */
export interface ClosedNode extends ChainNode {
  /** Genesis hash, passphrase or network id, as `networkId` of NETWORKS_FILE. May be remembered until a call fails. */
  readonly identity: () => Promise<string>;
  readonly head: () => Promise<ChainHead>;
  /** Null: a height without a block, or pruned. */
  readonly hashAt: (height: bigint) => Promise<string | null>;
  /** For each account: the reason why it cannot take payments, and the assets that it cannot take. */
  readonly receivers: (accounts: readonly string[]) => Promise<readonly ReceiverState[]>;
  readonly page: (request: PageRequest) => Promise<Page>;
  /** Null: the node does not know the transaction, which proves nothing. */
  readonly transaction: (txid: string) => Promise<FoundOnNode | null>;
}
