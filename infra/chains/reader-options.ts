import type { Alert } from '../../commands/alerts/kinds';
import type { Asset, Network } from '../../commands/ports/catalog';
import type { Clock } from '../../commands/ports/clock';
import type { Finality, NetworkSettings } from './network-settings';

/** What the readers of chains say while they work; a pino logger is one. */
export interface ChainLogger {
  readonly info: (facts: object, message: string) => void;
  readonly warn: (facts: object, message: string) => void;
}

/** Waits; rejects when the reader is closed meanwhile. */
export type Wait = (waitMs: number) => Promise<void>;

/** What the networks file says of a network, as far as a reader obeys it. */
export type WatchedNetwork = Network & Partial<Pick<NetworkSettings, 'headers' | 'callsPerSecond' | 'watchNative'>>;

export interface ChainReaderOptions {
  readonly network: WatchedNetwork;
  /** The whole catalog; only this network's assets are read. */
  readonly assets: readonly Asset[];
  readonly rpcUrls: readonly string[];
  readonly memoPrefix: string;
  readonly finality: Finality;
  /** For the whole answer to one HTTP request; 5 s when absent. */
  readonly requestTimeoutMs?: number;
  readonly logger: ChainLogger;
  readonly clock?: Clock;
  /** A timer when absent. */
  readonly wait?: Wait;
  /** The facts hold neither URLs nor keys. */
  readonly alert?: Alert;
}
