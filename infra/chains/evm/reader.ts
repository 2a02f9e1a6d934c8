import type { Asset, Network } from '../../../commands/ports/catalog';
import type { ChainReader } from '../../../commands/ports/single-chain-reader';
import { canonicalAddress } from '../../catalog/addresses';
import { type EvmFinality, evidenceOf, finalisedAt, headerAt } from './evidence';
import { verdictOf } from './judge';
import type { EvmWatch } from './movements';
import type { EvmNode } from './node';
import { type ChainLogger, connectNodes, type EvmNodes } from './nodes';
import { createPace } from './pace';
import { headOf, MOST_BLOCKS_PER_SCAN, scanBlocks } from './scan';
import { REQUEST_TIMEOUT_MS } from './transport';
import { readBytes } from './wire';

export interface EvmReaderOptions {
  readonly network: Network;
  /** The whole catalog; only this network's assets are read. */
  readonly assets: readonly Asset[];
  readonly rpcUrls: readonly string[];
  readonly memoPrefix: string;
  readonly finality: EvmFinality;
  /** For the whole answer to one HTTP request; 5 s when absent. */
  readonly requestTimeoutMs?: number;
  readonly logger: ChainLogger;
}

const mustBeAddress = (text: string, what: string): string => {
  const address = canonicalAddress('evm', text);
  if (address === null) throw new Error(`${what} ${text} is not an EVM address, or its checksum is wrong`);
  return address;
};

const watchOf = ({ network, assets, memoPrefix }: EvmReaderOptions): EvmWatch => {
  const own = assets.filter((asset) => asset.network === network.name);
  const tokens = own.flatMap(({ contract, symbol, assetId }) =>
    contract === null ? [] : [[mustBeAddress(contract, `The contract of ${symbol}`), assetId] as const],
  );
  return {
    network: network.name,
    receiver: mustBeAddress(network.receiver, `The receiver of ${network.name}`),
    memoPrefix,
    nativeAssetId: own.find((asset) => asset.contract === null)?.assetId ?? null,
    tokens: new Map(tokens),
  };
};

const codeOf = async (node: EvmNode, address: string): Promise<string> =>
  readBytes(await node.ask('eth_getCode', [address, 'latest']), 'eth_getCode');

/** A node that is away may come back; one that answers for another chain is an operator's mistake. */
const isMistake = (reason: unknown): reason is Error => reason instanceof Error && reason.name !== 'NodeError';

const checkIdentity = async (nodes: EvmNodes, { network, receiver }: EvmWatch): Promise<void> => {
  const checks = await Promise.allSettled(nodes.all.map((node) => node.confirmChain()));
  const reasons = checks.map((check): unknown => (check.status === 'rejected' ? check.reason : null));
  const mistake = reasons.find(isMistake);
  if (mistake !== undefined) throw new Error(`${network}: ${mistake.message}`);
  // A contract may refuse calldata that it does not know; a delegated account (EIP-7702) is one too.
  if ((await nodes.onOne((node) => codeOf(node, receiver))) !== '0x') {
    throw new Error(`${network}: the receiver ${receiver} has code, and transfers with a memo need a plain account`);
  }
};

/** The EVM's ChainReader (design: chains, sections 0 and 1). Throws when its configuration cannot be right. */
export const createEvmReader = (options: EvmReaderOptions): ChainReader => {
  const { network, rpcUrls, finality, requestTimeoutMs: timeoutMs = REQUEST_TIMEOUT_MS, logger } = options;
  const { chainId } = network;
  if (chainId === null) throw new Error(`${network.name} has no chain id`);
  if (finality !== 'finalized' && !(Number.isSafeInteger(finality.depth) && finality.depth > 0)) {
    throw new Error(`The finality depth of ${network.name} is a whole number of blocks above zero`);
  }
  const watch = watchOf(options);
  const nodes = connectNodes({ network: network.name, chainId, rpcUrls, timeoutMs, logger });
  const pace = createPace(MOST_BLOCKS_PER_SCAN);
  return {
    network: network.name,
    checkIdentity: () => checkIdentity(nodes, watch),
    newest: () => nodes.onOne(async (node) => headOf(await headerAt(node, 'latest'))),
    finalised: () => nodes.onOne(async (node) => headOf(await finalisedAt(node, finality))),
    blockAt: (number) => nodes.onOne(async (node) => headOf(await headerAt(node, number))),
    scan: (from, to) => pace((most) => nodes.onOne((node) => scanBlocks(node, watch, { from, to }, most))),
    judge: (seen) => nodes.onOne(async (node) => verdictOf(await evidenceOf(node, seen, finality), seen, watch)),
  };
};
