import type { NetworkName } from '../../../aggregates/chain';
import type { Decider } from '../../../aggregates/decider';
import type { LedgerEvent } from '../../../aggregates/events';
import { foundTransfer, foundTransferIdOf } from '../../../aggregates/found-transfer/found-transfer';
import type { Mode } from '../../../aggregates/partner/events';
import { continuing } from '../../handling/context';
import { commandIdOf } from '../../handling/deterministic-ids';
import { handle } from '../../handling/handle';
import { stateOf } from '../../handling/read-stream';
import type { HandleDeps, Handled, Request } from '../../handling/request';

export interface FoundTransfer {
  /** Null: a bank moved it. */
  readonly network: NetworkName | null;
  readonly reference: string;
  /** Whose it is. */
  readonly partnerId: string;
  readonly mode: Mode;
}

export interface Claiming<State, Command, Event extends LedgerEvent> {
  readonly decider: Decider<State, Command, Event>;
  readonly request: Request<Command>;
  /** True of the event that nothing takes back. */
  readonly isEnd: (event: Event) => boolean;
  /** Null: nothing has moved, so nothing is claimed. */
  readonly found: FoundTransfer | null;
  /** After the claim and before the end, and never before what is no end: refuses it, or does what must come first. */
  readonly beforeEnd?: () => Promise<void>;
}

/**
 * Ends a payment by what operators found to have moved the money, which is claimed first: from there it ends no other
 * one. What does not end it, such as the first operator's word, claims nothing, and nothing is done before it. Refuses
 * WRONG_STATE beside what the decider refuses.
 */
export const handleClaiming = async <State, Command, Event extends LedgerEvent>(
  deps: HandleDeps,
  { decider, request, isEnd, found, beforeEnd }: Claiming<State, Command, Event>,
): Promise<Handled<State, Event>> => {
  if (found === null && beforeEnd === undefined) return handle(deps, decider, request);
  // Decided anew by each try, so that no word that comes meanwhile makes an unclaimed end of a proposal.
  const unclaimed: Decider<State, Command, Event> = {
    ...decider,
    decide: (state, command) => unlessEnded(decider.decide(state, command), isEnd),
  };
  const told = await handle(deps, unclaimed, request);
  if (told.events.length > 0 || decider.decide(told.state, request.command).length === 0) return told;
  if (found !== null) await claim(deps, found, request);
  await beforeEnd?.();
  return handle(deps, decider, request);
};

const unlessEnded = <Event>(events: readonly Event[], isEnd: (event: Event) => boolean): readonly Event[] =>
  events.some(isEnd) ? [] : events;

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

/** The payment that operators ended by the transaction; null: none. */
export const endedBy = (
  { eventStore }: Pick<HandleDeps, 'eventStore'>,
  network: NetworkName,
  txid: string,
): Promise<string | null> => stateOf(eventStore, foundTransfer, foundTransferIdOf(network, txid));
