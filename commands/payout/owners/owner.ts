import type { DepositId } from '../../../aggregates/chain';
import { type Decider, fold } from '../../../aggregates/decider';
import type { LedgerEvent, Recorded } from '../../../aggregates/events';
import type { Mode } from '../../../aggregates/partner/events';
import type { PayoutCommand } from '../../../aggregates/payout/commands';
import type { PayoutState } from '../../../aggregates/payout/state';
import type { PayoutTerms } from '../../../aggregates/quote/events';
import type { StreamCategory } from '../../../aggregates/stream';
import { handle } from '../../handling/handle';
import { type ReadDeps, recalledStateOf } from '../../handling/read-stream';
import type { HandleDeps, Request } from '../../handling/request';

/** What has to be paid out to whom, and how far it is. */
export interface OwedPayout {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly userId: string;
  readonly terms: PayoutTerms;
  /** What came in for it. */
  readonly fundedBy: DepositId;
  readonly payout: PayoutState;
}

/** Whoever has something paid out in its own stream. */
export interface PayoutOwner {
  readonly category: StreamCategory;
  /** Null while nothing is owed. */
  readonly owedIn: (history: readonly Recorded[]) => OwedPayout | null;
  /** As this process last knew it, which may be old; null while nothing is owed. */
  readonly recall: (deps: ReadDeps, id: string) => Promise<OwedPayout | null>;
  /** Puts a command of the payout to its owner; answers what was written. */
  readonly ask: (deps: HandleDeps, request: Request<PayoutCommand>) => Promise<readonly LedgerEvent[]>;
}

/** An owner by its decider, and what it owes in each of its states. */
export const payoutOwner = <State, Event extends LedgerEvent>(
  decider: Decider<State, PayoutCommand, Event>,
  owes: (state: State) => OwedPayout | null,
): PayoutOwner => ({
  category: decider.category,
  owedIn: (history) => owes(fold(decider, history as unknown as readonly Event[])),
  recall: async (deps, id) => owes(await recalledStateOf(deps, decider, id)),
  ask: async (deps, request) => (await handle(deps, decider, request)).events,
});
