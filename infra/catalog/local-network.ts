import type { Asset, Catalog } from '../../commands/ports/chains/catalog';
import { canonicalAddress } from '../chains/families';
import type { Finality, NetworkSettings } from '../chains/network-settings';
import { addNetwork } from './catalog';

export const LOCAL_NETWORK = 'local';
/** Ids from 9000 on belong to development chains. */
export const LOCAL_ETH = 9001;
export const LOCAL_USDT = 9002;

const ANVIL_CHAIN_ID = 31_337;

export interface LocalChainReached {
  readonly rpcUrl: string;
  readonly receiver: string;
  readonly chainId?: number;
  /** Default `finalized`. */
  readonly finality?: Finality;
  /** Default 200. */
  readonly pollIntervalMs?: number;
}

const mustBeAddress = (text: string): string => {
  const address = canonicalAddress('evm', text);
  if (address === null) throw new Error(`${text} is not an EVM address`);
  return address;
};

export const localNetwork = (chain: LocalChainReached): NetworkSettings => ({
  name: LOCAL_NETWORK,
  family: 'evm',
  chainId: chain.chainId ?? ANVIL_CHAIN_ID,
  rpcUrls: [chain.rpcUrl],
  receiver: mustBeAddress(chain.receiver),
  receivers: [mustBeAddress(chain.receiver)],
  mode: 'sandbox',
  headers: {},
  callsPerSecond: null,
  watchNative: false,
  networkId: null,
  finality: chain.finality ?? 'finalized',
  pollIntervalMs: chain.pollIntervalMs ?? 200,
  blockTimeToleranceSeconds: 30,
  expiryGraceSeconds: 10,
  local: true,
});

export const withLocalNetwork = (catalog: Catalog, network: NetworkSettings, tokenAddress: string): Catalog => {
  const offered = { network: network.name, cashIn: true, cashOut: true, pegged: false } as const;
  const assets: readonly Asset[] = [
    { ...offered, assetId: LOCAL_ETH, symbol: 'ETH', contract: null, decimals: 18 },
    { ...offered, assetId: LOCAL_USDT, symbol: 'USDT', contract: mustBeAddress(tokenAddress), decimals: 6 },
  ];
  return addNetwork(catalog, network, assets);
};
