import { SIMULATED_NETWORK } from '../../../aggregates/chain';
import type { Asset } from '../../../commands/ports/chains/catalog';
import type { NetworkSettings } from '../network-settings';

/** Ids from 9100 on belong to the simulated network. */
export const SIMULATED_ETH = 9101;
export const SIMULATED_USD = 9102;
export const SIMULATED_BRL = 9103;

/** Addresses without an owner: their balances are only simulated. */
export const SIMULATED_RECEIVER = '0x51b0000000000000000000000000000000000001';
export const SIMULATED_SPENDER = '0x51b0000000000000000000000000000000000002';

/** Pays deposits and fills wallets out of nothing. */
export const SIMULATED_FAUCET = '0x51b0000000000000000000000000000000000003';

/** As long as a block: an idle look costs a few rows of our own database. */
const POLL_INTERVAL_MS = 1_000;

/** Every installation has this network, for sandbox credentials only. */
export const simulatedNetwork: NetworkSettings = {
  ...{ name: SIMULATED_NETWORK, family: 'simulated', mode: 'sandbox', chainId: null, networkId: null },
  ...{ receiver: SIMULATED_RECEIVER, receivers: [SIMULATED_RECEIVER] },
  ...{ rpcUrls: [], headers: {}, callsPerSecond: null, watchNative: false },
  finality: 'finalized',
  pollIntervalMs: POLL_INTERVAL_MS,
  // The service's own clock makes its blocks.
  blockTimeToleranceSeconds: 0,
  expiryGraceSeconds: 10,
  local: true,
};

const token = (assetId: number): string => `0x51b${assetId.toString().padStart(37, '0')}`;

const offered = { network: SIMULATED_NETWORK, cashIn: true, cashOut: true, pegged: false } as const;

export const SIMULATED_ASSETS: readonly Asset[] = [
  { ...offered, assetId: SIMULATED_ETH, symbol: 'SIMETH', priceAs: 'ETH', contract: null, decimals: 18 },
  {
    ...offered,
    assetId: SIMULATED_USD,
    symbol: 'SIMUSD',
    priceAs: 'USDT',
    contract: token(SIMULATED_USD),
    decimals: 6,
  },
  { ...offered, assetId: SIMULATED_BRL, symbol: 'BRLS', contract: token(SIMULATED_BRL), decimals: 18, pegged: true },
];
