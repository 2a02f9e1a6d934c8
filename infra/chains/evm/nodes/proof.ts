import type { KeptHash } from '../../../../commands/ports/chains/chain-reader';
import type { EvmHeader } from '../protocol/wire';
import { headerIn, parentHashAbove } from './hash-at';
import { answerIn, type EvmNode, type Settled } from './node';
import { chainIdQuestion, headerQuestion } from './questions';
import { contradiction } from './standings';

export interface ExpectedHash extends KeptHash {
  /** Every node has reported the block as pruned for a while: a node without it is accepted. */
  readonly mayBeGone: boolean;
}

export const mustServe = (node: EvmNode, served: bigint, chainId: bigint): void => {
  if (served === chainId) return;
  const error = contradiction(node.label, `serves chain ${served}, and the networks file says ${chainId}`);
  throw Object.assign(error, { foreignChain: served.toString() });
};

/** The node lacks the kept block, or has another one at its height. */
export const keptDoubt = (label: string, words: string): Error =>
  Object.assign(new Error(`${label} ${words}`), { name: 'KeptDoubt' });

export const isKeptDoubt = (error: unknown): error is Error => error instanceof Error && error.name === 'KeptDoubt';

export const otherHash = ({ label }: EvmNode, kept: KeptHash, hash: string): Error =>
  keptDoubt(label, `has ${hash} for block ${kept.height}, whose final hash was ${kept.hash}`);

export const mustBeKept = (node: EvmNode, kept: KeptHash, hash: string): void => {
  if (hash !== kept.hash) throw otherHash(node, kept, hash);
};

/** Rejects unless the node serves this chain and has the newest kept block. */
export const proveNode = async (node: EvmNode, chainId: bigint, kept: ExpectedHash | null): Promise<void> => {
  if (kept === null) {
    mustServe(node, await node.one(chainIdQuestion), chainId);
    return;
  }
  const [served, own] = await node.settle<unknown>([chainIdQuestion, headerQuestion(kept.height)]);
  mustServe(node, answerIn(served!) as bigint, chainId);
  const header = headerIn(own as Settled<EvmHeader | null>);
  const hash = header?.hash ?? (await parentHashAbove(node, kept.height));
  if (hash !== null) mustBeKept(node, kept, hash);
  else if (!kept.mayBeGone) throw keptDoubt(node.label, `does not have block ${kept.height}, which was final`);
};
