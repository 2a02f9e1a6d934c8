import type { NetworkName, RealFamily } from '../../../aggregates/chain';
import type { Digits } from '../../../aggregates/money';
import type { Mode } from '../../../aggregates/partner/events';
import type { Iso } from '../clock';

export interface Asset {
  readonly assetId: number;
  readonly symbol: string;
  readonly network: NetworkName;
  /** Contract, mint or issuer; null for the native coin. */
  readonly contract: string | null;
  readonly decimals: number;
  /** `spl-2022`: a mint of Solana's Token-2022 program; absent: the family's usual standard. */
  readonly standard?: 'spl-2022';
  readonly cashIn: boolean;
  readonly cashOut: boolean;
  readonly pegged: boolean;
  /** The symbol that the market knows the asset by; absent: its own. */
  readonly priceAs?: string;
  /** The id of a pegged asset at CoinGecko; absent: CoinGecko is not asked. */
  readonly coingeckoId?: string;
  /** Base units; a smaller transfer without a memo leaves no stream. */
  readonly dustBelow?: Digits;
}

/** Live and sandbox money are separate, and the type allows no simulated live network. */
export type Network = RealNetwork | SimulatedNetwork;

export interface RealNetwork extends NetworkFacts {
  readonly family: RealFamily;
  readonly mode: Mode;
}

export interface SimulatedNetwork extends NetworkFacts {
  readonly family: 'simulated';
  readonly mode: 'sandbox';
}

interface NetworkFacts {
  readonly name: NetworkName;
  readonly chainId: number | null;
  /** Genesis hash, passphrase or network id; absent where the chain id names the chain. */
  readonly networkId?: string | null;
  readonly receiver: string;
  /** All watched addresses, the current one first. */
  readonly receivers: readonly string[];
  readonly blockTimeToleranceSeconds: number;
  readonly expiryGraceSeconds: number;
  /** Cost of a transfer, in centavos, as quotes count it; absent: 0. */
  readonly feeEstimateCents?: number;
}

export interface Catalog {
  readonly version: string;
  readonly updatedAt: Iso;
  readonly assets: readonly Asset[];
  readonly networks: readonly Network[];
}
