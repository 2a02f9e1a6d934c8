import type { NetworkName } from '../../aggregates/chain';
import type { Decider } from '../../aggregates/decider';
import type { LedgerEvent } from '../../aggregates/events';
import { foundTransfer, foundTransferIdOf } from '../../aggregates/found-transfer/found-transfer';
import type { Mode } from '../../aggregates/partner/events';
import { continuing } from './context';
import { commandIdOf } from './deterministic-ids';
import { handle } from './handle';
import { stateOf } from './reading/read-stream';
import type { HandleDeps, Handled, Request } from './request';

export interface FoundTransfer {
  /** Null for a bank's transfer. */
  readonly network: NetworkName | null;
  readonly reference: string;
  readonly partnerId: string | null;
  readonly mode: Mode | null;
}

export interface Claiming {
  /** True for the final event. */
  readonly isEnd: (event: LedgerEvent) => boolean;
  /** Null: no money moved, so that no transfer is claimed. */
  readonly found: FoundTransfer | null;
  /** Runs after the claim and before the end: refuses the end, or does the necessary steps first. */
  readonly beforeEnd: () => Promise<void>;
}

/** The claimed transfer pays no other payment. A first decision neither ends nor claims. Refuses WRONG_STATE. */
export const handleClaiming = async <State, Command, Event extends LedgerEvent>(
  deps: HandleDeps,
  decider: Decider<State, Command, Event>,
  request: Request<Command>,
  { isEnd, found, beforeEnd }: Claiming,
): Promise<Handled<State, Event>> => {
  // Each try decides again: another decision must not turn a proposal into an unclaimed end.
  const unclaimed: Decider<State, Command, Event> = {
    ...decider,
    decide: (state, command) => {
      const events = decider.decide(state, command);
      return events.some(isEnd) ? [] : events;
    },
  };
  const first = await handle(deps, unclaimed, request);
  if (first.events.length > 0 || decider.decide(first.state, request.command).length === 0) return first;
  if (found !== null) await claim(deps, found, request);
  await beforeEnd();
  return handle(deps, decider, request);
};

const claim = async (
  deps: HandleDeps,
  { network, reference, partnerId, mode }: FoundTransfer,
  { id: paymentId, context }: Request<unknown>,
): Promise<void> => {
  const transferId = foundTransferIdOf(network, reference);
  const claiming = continuing(context, commandIdOf('claim-found-transfer', context.commandId, transferId));
  const transfer = { transferId, network, reference, paymentId, claimedAt: deps.clock.iso() };
  await handle(deps, foundTransfer, {
    id: transferId,
    context: { ...claiming, partnerId, mode, subjectId: null },
    command: { type: 'ClaimFoundTransfer', transfer },
  });
};

export const claimedBy = (
  { eventStore }: Pick<HandleDeps, 'eventStore'>,
  network: NetworkName | null,
  reference: string,
): Promise<string | null> => stateOf(eventStore, foundTransfer, foundTransferIdOf(network, reference));
