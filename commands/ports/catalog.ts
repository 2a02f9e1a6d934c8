import type { NetworkName } from '../../aggregates/chain';
import type { Iso } from './clock';

export interface Asset {
  readonly assetId: number;
  readonly symbol: string;
  /** The network's immutable name. */
  readonly network: NetworkName;
  /** Contract, mint or issuer; null for the native coin. */
  readonly contract: string | null;
  readonly decimals: number;
  readonly cashIn: boolean;
  readonly cashOut: boolean;
  readonly pegged: boolean;
}

export interface Network {
  readonly name: NetworkName;
  readonly family: 'evm' | 'solana' | 'stellar' | 'tron' | 'xrpl';
  readonly chainId: number | null;
  readonly receiver: string;
  readonly blockTimeToleranceSeconds: number;
  readonly expiryGraceSeconds: number;
}

export interface Catalog {
  readonly version: string;
  readonly updatedAt: Iso;
  readonly assets: readonly Asset[];
  readonly networks: readonly Network[];
}
