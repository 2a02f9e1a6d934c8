import type { DepositId } from '../../../aggregates/chain';
import { type Decider, fold } from '../../../aggregates/decider';
import type { LedgerEvent, Recorded } from '../../../aggregates/events';
import type { Mode } from '../../../aggregates/partner/events';
import type { PayoutCommand } from '../../../aggregates/payout/commands';
import type { PayoutState } from '../../../aggregates/payout/state';
import type { PayoutTerms } from '../../../aggregates/quote/events';
import type { StreamCategory } from '../../../aggregates/stream';
import { handle } from '../../handling/handle';
import { type ReadDeps, recalledStateOf, remembered } from '../../handling/read-stream';
import type { HandleDeps, Request } from '../../handling/request';
import { type FoundTransfer, handleClaiming } from '../trouble/claim-found-transfer';

export interface OwedPayout {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly userId: string;
  readonly terms: PayoutTerms;
  readonly fundedBy: DepositId;
  readonly payout: PayoutState;
  /** What speaks against the debit that funds it; absent: nothing. */
  readonly doubts?: readonly string[];
  /** Sandbox only: what the simulators play. */
  readonly scenario?: string;
}

export interface Asked extends Request<PayoutCommand> {
  /** What operators found to have paid it is claimed before the event that ends it. */
  readonly claiming?: ClaimedEnd;
}

export interface ClaimedEnd {
  readonly found: FoundTransfer;
  readonly isEnd: (event: LedgerEvent) => boolean;
  /** Looks once more after the claim: another payment may have been settled by it until then. */
  readonly mustStand: () => Promise<void>;
}

export interface PayoutOwner {
  readonly category: StreamCategory;
  readonly owedIn: (history: readonly Recorded[]) => OwedPayout | null;
  /** As this process last knew it, possibly old; null while nothing is owed. */
  readonly recall: (deps: ReadDeps, id: string) => Promise<OwedPayout | null>;
  /** Of a whole history; `recall`, and requests that recall, go by it from then on. */
  readonly remember: (deps: ReadDeps, id: string, history: readonly Recorded[]) => void;
  readonly ask: (deps: HandleDeps, request: Asked) => Promise<readonly LedgerEvent[]>;
}

export const payoutOwner = <State, Event extends LedgerEvent>(
  decider: Decider<State, PayoutCommand, Event>,
  owes: (state: State) => OwedPayout | null,
): PayoutOwner => ({
  category: decider.category,
  owedIn: (history) => owes(fold(decider, history as unknown as readonly Event[])),
  recall: async (deps, id) => owes(await recalledStateOf(deps, decider, id)),
  remember: (deps, id, history) => remembered(deps, decider, id, history),
  ask: async (deps, { claiming, ...request }) => {
    if (claiming === undefined) return (await handle(deps, decider, request)).events;
    return (await handleClaiming(deps, { decider, request, ...claiming })).events;
  },
});
