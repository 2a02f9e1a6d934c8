import { type ExpectedHash, mustHaveKept, mustServe } from '../../nodes/proof';
import type { EvmHeader } from '../protocol/wire';
import { headerIn, parentHashAbove } from './hash-at';
import { answerIn, type EvmNode, type Settled } from './node';
import { chainIdQuestion, headerQuestion } from './questions';

export const proveNode = async (node: EvmNode, chainId: bigint, kept: ExpectedHash | null): Promise<void> => {
  const expected = chainId.toString();
  if (kept === null) {
    mustServe(node, (await node.one(chainIdQuestion)).toString(), expected);
    return;
  }
  const [served, own] = await node.settle<unknown>([chainIdQuestion, headerQuestion(kept.height)]);
  mustServe(node, (answerIn(served!) as bigint).toString(), expected);
  const header = headerIn(own as Settled<EvmHeader | null>);
  mustHaveKept(node, kept, header?.hash ?? (await parentHashAbove(node, kept.height)));
};
