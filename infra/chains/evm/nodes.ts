import type { NetworkName } from '../../../aggregates/chain';
import { connectNode, type EvmNode } from './node';

/** What the readers of chains say while they work; a pino logger is one. */
export interface ChainLogger {
  readonly info: (facts: object, message: string) => void;
  readonly warn: (facts: object, message: string) => void;
}

export interface EvmNodes {
  readonly all: readonly EvmNode[];
  /** Does a whole piece of work on one node, so that its answers belong together, and on the next when that one fails. */
  readonly onOne: <Answer>(work: (node: EvmNode) => Promise<Answer>) => Promise<Answer>;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'no reason given');

const attempt = async <Answer>(node: EvmNode, work: (node: EvmNode) => Promise<Answer>): Promise<Answer> => {
  try {
    await node.confirmChain();
    return await work(node);
  } catch (error) {
    // Behind the same name there may be another machine when it comes back.
    node.doubt();
    throw error;
  }
};

export interface EvmNodesOptions {
  readonly network: NetworkName;
  readonly chainId: number;
  readonly rpcUrls: readonly string[];
  readonly timeoutMs: number;
  readonly logger: ChainLogger;
}

/** The nodes of one network; the one that answered last is asked first. */
export const connectNodes = ({ network, chainId, rpcUrls, timeoutMs, logger }: EvmNodesOptions): EvmNodes => {
  if (rpcUrls.length === 0) throw new Error(`${network} has no RPC URL`);
  const all = rpcUrls.map((url) => connectNode({ url, chainId, timeoutMs }));
  let first = 0;
  const onOne: EvmNodes['onOne'] = async (work) => {
    const failures: string[] = [];
    for (let turn = 0; turn < all.length; turn += 1) {
      const index = (first + turn) % all.length;
      try {
        const answer = await attempt(all[index]!, work);
        if (turn > 0) logger.warn({ network, node: all[index]!.label, failures }, 'Another node answered');
        first = index;
        return answer;
      } catch (error) {
        failures.push(messageOf(error));
      }
    }
    throw new Error(`${network}: ${failures.join('; ')}`);
  };
  return { all, onOne };
};
