import type { NetworkName } from '../../aggregates/chain';
import type { Mode } from '../../aggregates/partner/events';
import type { Iso } from './clock';

/** What stands against new intents on a network: each for the operator, without URLs and keys. */
export interface NetworkQuestions {
  /** Final history has changed, or seems to have. */
  readonly finality?: string;
  /** History that no endpoint has. */
  readonly gap?: string;
  /** A receiver that cannot take payments. */
  readonly receiver?: string;
  /** Assets of which less arrived than was logged; an operator resumes them. */
  readonly haltedAssets?: readonly number[];
}

/** How a network is, as its watcher last wrote it down. */
export interface NetworkStanding {
  readonly network: NetworkName;
  /** Null: written before networks had one. */
  readonly mode: Mode | null;
  /** When the last look that succeeded began; null: none has. */
  readonly lookedAt: Iso | null;
  readonly questions: NetworkQuestions;
}

/** Null when the network has never been looked at: nobody would see a payment there. */
export type ReadNetworkStanding = (network: NetworkName) => Promise<NetworkStanding | null>;
