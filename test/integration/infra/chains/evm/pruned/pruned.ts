import type { RpcAnswer } from '../rpc-proxy';
import type { ScriptedNode } from '../scripted-node';

/** How a node says that it does not have a block any more. */
export type Way = 'null' | '4444' | 'words';

const ANSWERS: Readonly<Record<Way, RpcAnswer>> = {
  null: { result: null },
  4444: { error: { code: 4444, message: 'pruned history unavailable' } },
  words: { error: { code: -32000, message: 'header not found' } },
};

const heightsIn = (method: string, params: readonly unknown[]): readonly number[] => {
  if (method === 'eth_getBlockByNumber') return [Number(params[0])];
  if (method !== 'eth_getLogs') return [];
  const { fromBlock, toBlock } = params[0] as { readonly fromBlock: string; readonly toBlock: string };
  return [Number(fromBlock), Number(toBlock)];
};

/** From now on the node has no blocks and logs below this height; the first block it has, as every node. */
export const prune = (node: ScriptedNode, height: number, way: Way): void => {
  node.lie = ({ method, params }) => {
    const isGone = heightsIn(method, params).some((asked) => asked > 0 && asked < height);
    // Without an error the logs of what was pruned are none.
    if (isGone && method === 'eth_getLogs' && way === 'null') return { result: [] };
    return isGone ? ANSWERS[way] : undefined;
  };
};
