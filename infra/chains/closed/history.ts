import type { ChainHead } from '../../../commands/ports/chains/chain-reader';
import type { History } from '../looking/history';
import type { BlockHead } from '../nodes/chain-node';
import { type ExpectedHash, keptDoubt, mustBeKept, mustHaveKept, mustServe } from '../nodes/proof';
import type { ClosedNode } from './node';
import type { ClosedScope } from './scope';

const blockOf = ({ height, hash, time }: ChainHead): BlockHead => ({ number: height, hash, time });

type Watched = Pick<ClosedScope, 'watch'>;

const mustServeChain = async (node: ClosedNode, { watch }: Watched): Promise<void> =>
  mustServe(node, await node.identity(), watch.identity);

/** Rejects unless the node serves this chain and has the newest kept block. */
export const proveClosed = async (node: ClosedNode, scope: Watched, kept: ExpectedHash | null): Promise<void> => {
  await mustServeChain(node, scope);
  if (kept !== null) mustHaveKept(node, kept, await node.hashAt(kept.height));
};

const mustBeAhead = (node: ClosedNode, head: ChainHead, kept: ExpectedHash): void => {
  if (head.height >= kept.height) return;
  throw keptDoubt(node.label, `is behind: its final block is ${head.height}, and ${kept.height} was final`);
};

export const closedHistory = (scope: Pick<ClosedScope, 'watch' | 'times'>): History<ClosedNode> => ({
  lookAt: async (node, { kept, accounts }) => {
    await mustServeChain(node, scope);
    const head = await node.head();
    const block = blockOf(head);
    scope.times.mustBePast(node.label, block);
    const look = { node, newest: block, final: block };
    const receivers = accounts.length === 0 ? [] : await node.receivers(accounts);
    if (kept === null) return { ...look, receivers, lacksKept: false };
    mustBeAhead(node, head, kept);
    const hash = head.height === kept.height ? head.hash : await node.hashAt(kept.height);
    if (hash !== null) mustBeKept(node, kept, hash);
    return { ...look, receivers, lacksKept: hash === null };
  },
  newestHeight: async (node) => {
    await mustServeChain(node, scope);
    return (await node.head()).height;
  },
  hashAt: (node, height) => node.hashAt(height),
  hashesAt: async (node, heights) => {
    const hashes: (string | null)[] = [];
    for (const height of heights) hashes.push(await node.hashAt(height));
    return hashes;
  },
});
