import type { DepositId, NetworkName } from '../../../aggregates/chain';
import type { Mode } from '../../../aggregates/partner/events';
import type { Iso } from '../clock';

/** Why it could not be judged in the history that an operator accepted. */
export interface UndecidedDeposit {
  readonly depositId: DepositId;
  readonly reason: string;
}

/** What stands against new intents on a network: each for the operator, without URLs and keys. */
export interface NetworkQuestions {
  /** Final history has changed, or seems to have. */
  readonly finality?: string;
  /** What the network's finality waits for after an acceptance, by id, at most 100. */
  readonly undecided?: readonly UndecidedDeposit[];
  /** History that no endpoint has. */
  readonly gap?: string;
  /** A receiver that cannot take payments. */
  readonly receiver?: string;
  /** Assets of which less arrived than was logged; an operator resumes them. */
  readonly haltedAssets?: readonly number[];
  /** Stands against nothing: deposits that an operator gave up on, and that could not be judged since. */
  readonly givenUp?: readonly DepositId[];
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
