import type { DepositId, NetworkName } from '../../../aggregates/chain';
import type { Mode } from '../../../aggregates/partner/events';
import type { Iso } from '../clock';

export interface UndecidedDeposit {
  readonly depositId: DepositId;
  readonly reason: string;
}

/** Obstacles to new intents, for the operator: without URLs and keys. */
export interface NetworkQuestions {
  readonly finality?: string;
  /** Open after an accepted finality change; by id, at most 100. */
  readonly undecided?: readonly UndecidedDeposit[];
  readonly gap?: string;
  readonly receiver?: string;
  /** Less arrived than was logged; an operator resumes these assets. */
  readonly haltedAssets?: readonly number[];
  /** A receiver cannot take these assets, for example without a trustline. */
  readonly unfitAssets?: readonly number[];
  /** No obstacle: a fault at a receiver for an operator to mend. */
  readonly warning?: string;
  /** No obstacle: a rescan or a judgement that has failed for five minutes. */
  readonly failing?: string;
  /** No obstacle: how the distance to the head grew for ten minutes; until a look reaches the head. */
  readonly lagging?: string;
  /** No obstacle: deposits given up by an operator and not judged since. */
  readonly givenUp?: readonly DepositId[];
}

export interface NetworkStanding {
  readonly network: NetworkName;
  readonly mode: Mode | null;
  /** Start of the last successful scan; null before the first one. */
  readonly lookedAt: Iso | null;
  readonly questions: NetworkQuestions;
}

export type ReadNetworkStanding = (network: NetworkName) => Promise<NetworkStanding | null>;
