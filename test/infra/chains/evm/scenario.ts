import type { Movement } from '../../../../aggregates/chain';
import type { Asset, Network } from '../../../../commands/ports/catalog';
import type { ChainReader } from '../../../../commands/ports/single-chain-reader';
import { createEvmReader, type EvmReaderOptions } from '../../../../infra/chains/evm/reader';
import { type Anvil, RECEIVER, silent } from '../../../anvil';

export const MEMO = 'acme:bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4';
export const COIN_ASSET = 201;
export const TOKEN_ASSET = 202;

export const networkOf = (chainId: number, receiver = RECEIVER): Network => ({
  name: 'local',
  family: 'evm',
  chainId,
  mode: 'sandbox',
  receiver,
  receivers: [receiver],
  blockTimeToleranceSeconds: 30,
  expiryGraceSeconds: 10,
});

const assetOf = (assetId: number, contract: string | null): Asset => ({
  assetId,
  contract,
  symbol: contract === null ? 'ETH' : `T${assetId}`,
  network: 'local',
  decimals: contract === null ? 18 : 6,
  cashIn: false,
  cashOut: true,
  pegged: false,
});

/** The coin, then each token from 202 on. */
export const catalogOf = (...tokens: readonly string[]): readonly Asset[] => [
  assetOf(COIN_ASSET, null),
  ...tokens.map((contract, index) => assetOf(TOKEN_ASSET + index, contract)),
];

export const optionsFor = (
  chain: Pick<Anvil, 'url' | 'chainId'>,
  tokens: readonly string[] = [],
): EvmReaderOptions => ({
  network: networkOf(chain.chainId),
  assets: catalogOf(...tokens),
  rpcUrls: [chain.url],
  memoPrefix: 'acme',
  finality: 'finalized',
  logger: silent,
});

export const readerOf = (chain: Pick<Anvil, 'url' | 'chainId'>, tokens: readonly string[] = []): ChainReader =>
  createEvmReader(optionsFor(chain, tokens));

/** What the reader sees in one block. */
export const seenIn = async (reader: ChainReader, blockNumber: bigint): Promise<readonly Movement[]> =>
  (await reader.scan(blockNumber, blockNumber)).movements;
