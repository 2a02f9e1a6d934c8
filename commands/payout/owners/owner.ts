import type { DepositId } from '../../../aggregates/chain';
import type { Decider } from '../../../aggregates/decider';
import type { LedgerEvent, Recorded } from '../../../aggregates/events';
import type { Mode } from '../../../aggregates/partner/events';
import type { PayoutCommand } from '../../../aggregates/payout/commands';
import type { PayoutState } from '../../../aggregates/payout/state';
import type { PayoutTerms } from '../../../aggregates/quote/events';
import type { StreamCategory } from '../../../aggregates/stream';
import { handle } from '../../handling/handle';
import { type Claiming, handleClaiming } from '../../handling/handle-claiming';
import { type ReadDeps, readKnown, recalledStateOf } from '../../handling/reading/read-stream';
import type { HandleDeps, Request } from '../../handling/request';

export interface OwedPayout {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly userId: string;
  readonly terms: PayoutTerms;
  readonly fundedBy: DepositId;
  readonly payout: PayoutState;
  readonly doubts?: readonly string[];
  readonly scenario?: string;
}

export interface Asked extends Request<PayoutCommand> {
  readonly claiming?: Claiming;
}

export interface ReadOwed {
  readonly owed: OwedPayout | null;
  readonly history: readonly Recorded[];
}

export interface PayoutOwner {
  readonly category: StreamCategory;
  /** As this process last knew the payout, possibly old; null while no payout is owed. */
  readonly recall: (deps: ReadDeps, id: string) => Promise<OwedPayout | null>;
  readonly read: (deps: ReadDeps, id: string) => Promise<ReadOwed>;
  readonly ask: (deps: HandleDeps, request: Asked) => Promise<readonly LedgerEvent[]>;
}

export const payoutOwner = <State, Event extends LedgerEvent>(
  decider: Decider<State, PayoutCommand, Event>,
  owes: (state: State) => OwedPayout | null,
): PayoutOwner => ({
  category: decider.category,
  recall: async (deps, id) => owes(await recalledStateOf(deps, decider, id)),
  read: async (deps, id) => {
    const { state, events: history } = await readKnown(deps, decider, id);
    return { owed: owes(state), history };
  },
  ask: async (deps, { claiming, ...request }) => {
    if (claiming === undefined) return (await handle(deps, decider, request)).events;
    return (await handleClaiming(deps, decider, request, claiming)).events;
  },
});
