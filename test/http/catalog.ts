import type { Catalog } from '../../commands/ports/chains/catalog';

const RECEIVER = '0x00000000000000000000000000000000000000aa';

const ASSET = { network: 'ethereum', decimals: 6, cashIn: false, cashOut: true, pegged: false };

/** A network, and assets of every kind. */
export const catalog: Catalog = {
  version: '1',
  updatedAt: '2026-11-20T12:00:00.000Z',
  networks: [
    {
      name: 'ethereum',
      family: 'evm',
      chainId: 1,
      mode: 'sandbox',
      receiver: RECEIVER,
      receivers: [RECEIVER],
      blockTimeToleranceSeconds: 30,
      expiryGraceSeconds: 600,
    },
  ],
  assets: [
    { ...ASSET, assetId: 201, symbol: 'ETH', contract: null, decimals: 18 },
    { ...ASSET, assetId: 202, symbol: 'USDT', contract: '0xdac17f958d2ee523a2206206994597c13d831ec7', cashIn: true },
    { ...ASSET, assetId: 203, symbol: 'WBTC', contract: '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', cashOut: false },
    { ...ASSET, assetId: 204, symbol: 'SBX_STALE', contract: '0x00000000000000000000000000000000000000bb' },
  ],
};

/** The catalog as the public routes show it. */
export const CATALOG_ANSWER = {
  version: catalog.version,
  updatedAt: catalog.updatedAt,
  networks: catalog.networks.map(({ name, family, chainId, mode }) => ({
    ...{ name, family, chainId, mode, finality: 'finalized' },
  })),
  assets: catalog.assets.map(({ network, contract, ...rest }) => ({
    ...rest,
    network,
    blockchain: network,
    contractAddress: contract,
  })),
};
