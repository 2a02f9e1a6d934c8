import type { KeptHash } from '../../../commands/ports/chains/chain-reader';
import type { ChainNode } from './chain-node';
import { contradiction } from './standings';

type Labelled = Pick<ChainNode, 'label'>;

export interface ExpectedHash extends KeptHash {
  /** Every node has reported the block as pruned for a while: a node without it is accepted. */
  readonly mayBeGone: boolean;
}

export const mustServe = ({ label }: Labelled, served: string, expected: string): void => {
  if (served === expected) return;
  const error = contradiction(label, `serves chain ${served}, and the networks file says ${expected}`);
  throw Object.assign(error, { foreignChain: served });
};

/** The node lacks the kept block, or has another block at its height. */
export const keptDoubt = (label: string, words: string): Error =>
  Object.assign(new Error(`${label} ${words}`), { name: 'KeptDoubt' });

export const isKeptDoubt = (error: unknown): error is Error => error instanceof Error && error.name === 'KeptDoubt';

export const otherHash = ({ label }: Labelled, kept: KeptHash, hash: string): Error =>
  keptDoubt(label, `has ${hash} for block ${kept.height}, whose final hash was ${kept.hash}`);

export const mustBeKept = (node: Labelled, kept: KeptHash, hash: string): void => {
  if (hash !== kept.hash) throw otherHash(node, kept, hash);
};

/** Judges the node's hash at the kept height; null: the node lacks the block. */
export const mustHaveKept = (node: Labelled, kept: ExpectedHash, hash: string | null): void => {
  if (hash !== null) mustBeKept(node, kept, hash);
  else if (!kept.mayBeGone) throw keptDoubt(node.label, `does not have block ${kept.height}, which was final`);
};
