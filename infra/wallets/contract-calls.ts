import { setTimeout as pause } from 'node:timers/promises';
import { type ChainLogger, connectNodes, type EvmNodes } from '../chains/evm/nodes';
import { readBytes } from '../chains/evm/wire';
import type { CallContract } from './evm';

/** All nodes together: whoever logs in is answered within 3 s. */
const DEADLINE_MS = 2_000;
const NODE_TIMEOUT_MS = 1_500;

export interface ReachedNetwork {
  readonly name: string;
  readonly family: string;
  readonly chainId: number | null;
  readonly rpcUrls: readonly string[];
}

const within = async <Answer>(work: Promise<Answer>, deadlineMs: number): Promise<Answer> => {
  const stop = new AbortController();
  const tooLate = async (): Promise<never> => {
    await pause(deadlineMs, undefined, { signal: stop.signal });
    throw new Error(`The nodes did not answer within ${deadlineMs} ms`);
  };
  try {
    return await Promise.race([work, tooLate()]);
  } finally {
    stop.abort();
  }
};

/** Calls contracts by the nodes of the networks file, each only on the chain that it must serve. */
export const createContractCalls = (networks: readonly ReachedNetwork[], logger: ChainLogger): CallContract => {
  const nodes = new Map<string, EvmNodes>();
  for (const { name: network, family, chainId, rpcUrls } of networks) {
    const urls = rpcUrls.filter((url) => url.startsWith('http'));
    if (family !== 'evm' || chainId === null || urls.length === 0) continue;
    nodes.set(network, connectNodes({ network, chainId, rpcUrls: urls, timeoutMs: NODE_TIMEOUT_MS, logger }));
  }
  return async (networkName, to, data) => {
    const reached = nodes.get(networkName);
    if (reached === undefined) return '0x';
    const call = reached.onOne((node) => node.ask('eth_call', [{ to, data }, 'latest']));
    return readBytes(await within(call, DEADLINE_MS), 'eth_call');
  };
};
