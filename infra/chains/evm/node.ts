import { FetchRequest, JsonRpcProvider, Network } from 'ethers';
import { unescaped } from '../url-part';
import { type NodeError, nodeError } from './node-error';
import { boundedGetUrl } from './transport';
import { readQuantity } from './wire';

/** Requests of one moment that travel in one HTTP request: small, because ten full blocks make a large answer. */
const MOST_REQUESTS_PER_BATCH = 10;

/** One JSON-RPC node of a network. */
export interface EvmNode {
  /** Its host, without what an URL may hide. */
  readonly label: string;
  /** The `result` of one JSON-RPC call, unchecked; requests of one moment share HTTP requests. Rejects with NodeError. */
  readonly ask: (method: string, parameters: readonly unknown[]) => Promise<unknown>;
  /** Rejects when the node serves another chain. Asks again after `doubt`. */
  readonly confirmChain: () => Promise<void>;
  readonly doubt: () => void;
}

const requestFor = (url: URL, timeoutMs: number): FetchRequest => {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  const request = new FetchRequest(plain.href);
  if (url.username !== '' || url.password !== '') {
    const userInfo = `${unescaped(url.username)}:${unescaped(url.password)}`;
    request.setHeader('authorization', `Basic ${Buffer.from(userInfo, 'utf8').toString('base64')}`);
  }
  request.getUrlFunc = boundedGetUrl(timeoutMs);
  request.setThrottleParams({ maxAttempts: 1 });
  return request;
};

const parseUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null;
  // The text is not repeated: it may hold a key.
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('An RPC URL is not an http or https URL');
  return url;
};

const providerFor = (request: FetchRequest, chainId: number): JsonRpcProvider =>
  new JsonRpcProvider(request, undefined, {
    // Without this ethers asks the chain id by itself, for ever, and prints to the console while nobody answers.
    staticNetwork: Network.from(chainId),
    batchMaxCount: MOST_REQUESTS_PER_BATCH,
    batchStallTime: 0,
    cacheTimeout: -1,
  });

export interface EvmNodeOptions {
  /** http or https, with user, password or key where the provider wants them. */
  readonly url: string;
  readonly chainId: number;
  readonly timeoutMs: number;
}

export const connectNode = ({ url: text, chainId, timeoutMs }: EvmNodeOptions): EvmNode => {
  const url = parseUrl(text);
  const provider = providerFor(requestFor(url, timeoutMs), chainId);
  let confirmed = false;
  const ask: EvmNode['ask'] = (method, parameters) =>
    provider.send(method, [...parameters]).catch((error: unknown): never => {
      throw nodeError(error, method, url) satisfies NodeError;
    });
  const confirmChain = async (): Promise<void> => {
    if (confirmed) return;
    const served = readQuantity(await ask('eth_chainId', []), 'eth_chainId');
    if (served !== BigInt(chainId)) {
      throw new Error(`${url.host} serves chain ${served.toString()}, and the networks file says ${chainId}`);
    }
    confirmed = true;
  };
  const doubt = (): void => {
    confirmed = false;
  };
  return { label: url.host, ask, confirmChain, doubt };
};
