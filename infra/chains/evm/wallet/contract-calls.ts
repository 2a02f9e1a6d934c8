import { mustWait } from '../../../../commands/wallet-login/wallet-login';
import type { CallContract } from '../../call-contract';
import { type AskNode, CALL_TIMEOUT_MS, callParams, createAskNode } from './contract-call';

export interface ReachedNetwork {
  readonly name: string;
  readonly family: string;
  readonly chainId: number | null;
  readonly rpcUrls: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/** Takes one call from the caller's rate limit: null when allowed, else the seconds to wait. */
export type TakeCall = (caller: string) => Promise<number | null>;

export interface ContractCalls {
  /** Rejects with `MustWait` before dialling. Answers `0x` where no node is known. */
  readonly call: CallContract;
  readonly close: () => Promise<void>;
}

/** Calls contracts through each network's first HTTP endpoint only: a retry would be another call at our cost. */
export const createContractCalls = (networks: readonly ReachedNetwork[], takeCall: TakeCall): ContractCalls => {
  const nodes = new Map<string, Node>();
  for (const { name, family, chainId, rpcUrls, headers } of networks) {
    const url = rpcUrls.find((candidate) => candidate.startsWith('http'));
    if (family !== 'evm' || chainId === null || url === undefined) continue;
    const { ask, close } = createAskNode({ url, headers });
    nodes.set(name, { ask, close, mustServe: identityOf(ask, chainId) });
  }
  return {
    call: async (networkName, to, data, caller) => {
      const node = nodes.get(networkName);
      if (node === undefined) return '0x';
      const waitSeconds = await takeCall(caller);
      if (waitSeconds !== null) throw mustWait(waitSeconds);
      const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
      await node.mustServe(signal);
      return node.ask('eth_call', callParams(to, data), signal);
    },
    close: async () => {
      await Promise.all([...nodes.values()].map((node) => node.close()));
    },
  };
};

interface Node {
  readonly ask: AskNode;
  readonly close: () => Promise<void>;
  /** Rejects when the node serves another chain. */
  readonly mustServe: (signal: AbortSignal) => Promise<void>;
}

/** An endpoint may switch chains: its chain id is asked once a minute. */
const IDENTITY_LASTS_MS = 60_000;

const identityOf = (ask: AskNode, chainId: number): Node['mustServe'] => {
  let provedAtMs = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    if (performance.now() - provedAtMs < IDENTITY_LASTS_MS) return;
    const served = await ask('eth_chainId', [], signal);
    if (BigInt(served) !== BigInt(chainId)) throw new Error(`The node does not serve chain ${chainId}`);
    provedAtMs = performance.now();
  };
};
