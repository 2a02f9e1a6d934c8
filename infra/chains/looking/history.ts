import type { KeptHash, ReceiverState } from '../../../commands/ports/chains/chain-reader';
import type { BlockHead, ChainNode } from '../nodes/chain-node';
import type { ExpectedHash } from '../nodes/proof';

/** The heads of one node, which has proved its chain and final history. */
export interface NodeLook<Node> {
  readonly node: Node;
  readonly newest: BlockHead;
  readonly final: BlockHead;
  readonly receivers: readonly ReceiverState[];
  /** The node's final block is above the newest kept hash, but the node no longer has that block. */
  readonly lacksKept: boolean;
}

export interface Looking {
  readonly kept: ExpectedHash | null;
  readonly accounts: readonly string[];
}

export interface History<Node extends ChainNode> {
  readonly lookAt: (node: Node, looking: Looking) => Promise<NodeLook<Node>>;
  /** Height of the node's newest block. Rejects when the node serves another chain. */
  readonly newestHeight: (node: Node) => Promise<bigint>;
  /** The height's hash; null when the node has no such block or has pruned it. */
  readonly hashAt: (node: Node, height: bigint) => Promise<string | null>;
  /** Read from the blocks themselves, in one request, in the order of the heights. */
  readonly hashesAt: (node: Node, heights: readonly bigint[]) => Promise<readonly (string | null)[]>;
}

export const byHeight = (kept: readonly KeptHash[]): readonly KeptHash[] =>
  [...kept].sort((one, other) => (one.height > other.height ? -1 : 1));
