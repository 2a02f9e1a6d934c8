import type { Alert } from '../../commands/alerts/kinds';
import type { Asset, Network } from '../../commands/ports/chains/catalog';
import type { Clock } from '../../commands/ports/clock';
import type { Finality, NetworkSettings } from './network-settings';

/** A pino logger is one. */
export interface ChainLogger {
  readonly info: (facts: object, message: string) => void;
  readonly warn: (facts: object, message: string) => void;
}

/** Rejects when the reader is closed meanwhile. */
export type Wait = (waitMs: number) => Promise<void>;

export type WatchedNetwork = Network &
  Partial<Pick<NetworkSettings, 'headers' | 'callsPerSecond' | 'watchNative' | 'networkId' | 'ownAddresses'>>;

export interface ChainReaderOptions {
  readonly network: WatchedNetwork;
  readonly assets: readonly Asset[];
  readonly rpcUrls: readonly string[];
  readonly memoPrefix: string;
  readonly finality: Finality;
  /** Applies to the whole answer to one HTTP request; default 5 s. */
  readonly requestTimeoutMs?: number;
  readonly logger: ChainLogger;
  readonly clock?: Clock;
  readonly wait?: Wait;
  /** Its facts hold neither URLs nor keys. */
  readonly alert?: Alert;
}
