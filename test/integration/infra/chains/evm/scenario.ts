import type { SeenMovement } from '../../../../../aggregates/chain';
import type { Asset, RealNetwork } from '../../../../../commands/ports/chains/catalog';
import type { ChainReader, Judgement, Scanned } from '../../../../../commands/ports/chains/chain-reader';
import { createEvmReader } from '../../../../../infra/chains/evm/reader';
import type { ChainReaderOptions } from '../../../../../infra/chains/reader-options';
import { type Anvil, RECEIVER, silent } from '../../../../stores/anvil';

export const MEMO = 'acme:bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4';
export const COIN_ASSET = 201;
export const TOKEN_ASSET = 202;

export const networkOf = (chainId: number, receiver = RECEIVER): RealNetwork => ({
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

/** Each token from 202 on, on a network whose coin is not offered. */
export const onlyTokens = (...tokens: readonly string[]): readonly Asset[] =>
  tokens.map((contract, index) => assetOf(TOKEN_ASSET + index, contract));

/** The coin, then each token from 202 on. */
export const catalogOf = (...tokens: readonly string[]): readonly Asset[] => [
  assetOf(COIN_ASSET, null),
  ...onlyTokens(...tokens),
];

export const optionsFor = (
  chain: Pick<Anvil, 'url' | 'chainId'>,
  tokens: readonly string[] = [],
): ChainReaderOptions => ({
  network: networkOf(chain.chainId),
  assets: catalogOf(...tokens),
  rpcUrls: [chain.url],
  memoPrefix: 'acme',
  finality: 'finalized',
  logger: silent,
});

export const readerOf = (chain: Pick<Anvil, 'url' | 'chainId'>, tokens: readonly string[] = []): ChainReader =>
  createEvmReader(optionsFor(chain, tokens));

/** A scan that finds no gap. */
export const scanOf = async (
  reader: ChainReader,
  from: bigint,
  to = from,
  resume: unknown = null,
): Promise<Scanned> => {
  const scanned = await reader.scan({ from, to, resume });
  if (scanned.outcome === 'GAP') throw new Error(`A gap at ${scanned.height}`);
  return scanned;
};

/** The movements that the reader sees in these blocks. */
export const seenIn = async (reader: ChainReader, from: bigint, to = from): Promise<readonly SeenMovement[]> =>
  (await scanOf(reader, from, to)).movements.map(({ movement }) => movement);

export const judgeOne = async (reader: ChainReader, seen: SeenMovement): Promise<Judgement> => {
  const { judgements } = await reader.judge([seen]);
  expect(judgements).toHaveLength(1);
  return judgements[0]!;
};

export const headsOf = async (reader: ChainReader) => {
  const heads = await reader.heads([]);
  if (heads.outcome !== 'HEADS') throw new Error('Finality was contradicted without any kept hash');
  return heads;
};
