import type { Asset, Catalog } from '../../commands/ports/chains/catalog';
import { canonicalAddress } from '../chains/families';
import type { NetworkSettings } from '../chains/network-settings';
import { addNetwork } from './catalog';

export const LOCAL_NETWORK = 'local';
export const LOCAL_SOLANA = 'local-solana';
/** Ids from 9000 on belong to development chains. */
export const LOCAL_ETH = 9001;
export const LOCAL_USDT = 9002;
export const LOCAL_SOL = 9011;
export const LOCAL_USDC = 9012;

const LOCAL_FAMILIES = ['evm', 'solana'] as const;
type LocalFamily = (typeof LOCAL_FAMILIES)[number];

export interface LocalChainReached {
  readonly family: LocalFamily;
  readonly rpcUrl: string;
  readonly receiver: string;
  /** Null but on the EVM. */
  readonly chainId: number | null;
  /** Null on the EVM. */
  readonly networkId: string | null;
  readonly tokenAddress: string;
}

export interface LocalNetwork {
  readonly network: NetworkSettings;
  readonly assets: readonly Asset[];
}

type Coin = Pick<Asset, 'assetId' | 'symbol' | 'decimals'>;

const OFFERS: Readonly<Record<LocalFamily, { readonly name: string; readonly coin: Coin; readonly token: Coin }>> = {
  evm: {
    name: LOCAL_NETWORK,
    coin: { assetId: LOCAL_ETH, symbol: 'ETH', decimals: 18 },
    token: { assetId: LOCAL_USDT, symbol: 'USDT', decimals: 6 },
  },
  solana: {
    name: LOCAL_SOLANA,
    coin: { assetId: LOCAL_SOL, symbol: 'SOL', decimals: 9 },
    token: { assetId: LOCAL_USDC, symbol: 'USDC', decimals: 6 },
  },
};

/** The chains of this machine are empty at each start. */
export const isLocalNetwork = (name: string): boolean => LOCAL_FAMILIES.some((family) => OFFERS[family].name === name);

const mustBeAddress = (family: LocalFamily, text: string): string => {
  const address = canonicalAddress(family, text);
  if (address === null) throw new Error(`${text} is not an address of the ${family} family`);
  return address;
};

/** Throws when the family has no such address. */
export const localNetwork = (chain: LocalChainReached): LocalNetwork => {
  const { family, rpcUrl, chainId, networkId } = chain;
  const { name, coin, token } = OFFERS[family];
  const receiver = mustBeAddress(family, chain.receiver);
  const offered = { network: name, cashIn: true, cashOut: true, pegged: false } as const;
  return {
    network: {
      ...{ name, family, chainId, rpcUrls: [rpcUrl], receiver, receivers: [receiver] },
      mode: 'sandbox',
      headers: {},
      callsPerSecond: null,
      watchNative: false,
      networkId,
      finality: 'finalized',
      pollIntervalMs: 200,
      blockTimeToleranceSeconds: 30,
      expiryGraceSeconds: 10,
      local: true,
    },
    assets: [
      { ...offered, ...coin, contract: null },
      { ...offered, ...token, contract: mustBeAddress(family, chain.tokenAddress) },
    ],
  };
};

export const withLocalNetwork = (catalog: Catalog, { network, assets }: LocalNetwork): Catalog =>
  addNetwork(catalog, network, assets);
