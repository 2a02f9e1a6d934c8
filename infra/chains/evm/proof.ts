import type { KeptHash } from '../../../commands/ports/chain-reader';
import type { EvmNode } from './node';
import { chainIdQuestion, headerQuestion } from './questions';
import { contradiction } from './standings';
import type { EvmHeader } from './wire';

/** Throws when the node serves another chain. */
export const mustServe = (node: EvmNode, served: bigint, chainId: bigint): void => {
  if (served === chainId) return;
  const error = contradiction(node.label, `serves chain ${served}, and the networks file says ${chainId}`);
  throw Object.assign(error, { foreignChain: served.toString() });
};

/** The node does not have what was final: it has something else there, or is not that far. */
export const keptDoubt = (label: string, words: string): Error =>
  Object.assign(new Error(`${label} ${words}`), { name: 'KeptDoubt' });

export const isKeptDoubt = (error: unknown): error is Error => error instanceof Error && error.name === 'KeptDoubt';

/** Throws when the node has another block where one was final, or is not that far. */
export const mustHaveKept = (node: EvmNode, kept: KeptHash, header: EvmHeader | null): void => {
  if (header === null) throw keptDoubt(node.label, `is behind block ${kept.height}, which was final`);
  if (header.hash === kept.hash) return;
  throw keptDoubt(node.label, `has ${header.hash} for block ${kept.height}, whose final hash was ${kept.hash}`);
};

/** Rejects unless the node serves this chain and has the newest final block that is known. */
export const proveNode = async (node: EvmNode, chainId: bigint, kept: KeptHash | null): Promise<void> => {
  if (kept === null) {
    mustServe(node, await node.one(chainIdQuestion), chainId);
    return;
  }
  const [served, header] = await node.all([chainIdQuestion, headerQuestion(kept.height)]);
  mustServe(node, served, chainId);
  mustHaveKept(node, kept, header);
};
