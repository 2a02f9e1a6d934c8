import type { CommandContext } from '../../../commands/handling/context';
import { commandIdOf } from '../../../commands/handling/deterministic-ids';
import type { HeldPayment, OpenPayment } from '../../../commands/pair/losing/open-payments';
import type { Clock } from '../../../commands/ports/clock';
import type { EventStore } from '../../../commands/ports/event-store';

export interface Holding {
  /** Without the gate: holds must be in the log before a start can find the pair right. */
  readonly store: EventStore;
  readonly ledgerId: string;
  readonly clock: Clock;
  readonly actor: string;
  readonly reason: string;
  readonly lostSince: string;
}

/** Holds every open payment, now or in an earlier run; answers those that had not ended. */
export const holdOpen = async (holding: Holding, open: readonly OpenPayment[]): Promise<readonly HeldPayment[]> => {
  const deps = { eventStore: ownedBy(holding), clock: holding.clock };
  const held: HeldPayment[] = [];
  for (const payment of open) {
    const { holder, id } = payment;
    const isHeld = await holder.hold(deps)(id, holding.lostSince, contextOf(holding, id));
    if (isHeld) held.push({ ...payment, forOperator: await holder.forOperator(holding.store, id) });
  }
  return held;
};

/** As the gate does for every other append of this ledger. */
const ownedBy = ({ store, ledgerId }: Holding): EventStore => ({
  ...store,
  append: (stream, expected, events) => {
    const owned = events.map((event) => ({ ...event, metadata: { ...event.metadata, ledgerId } }));
    return store.append(stream, expected, owned);
  },
});

/** Equal for each run about the same loss, so that a repetition finds its own events. */
const contextOf = ({ actor, reason, lostSince }: Holding, id: string): CommandContext => {
  const commandId = commandIdOf('hold-after-loss', id, lostSince);
  return {
    ...{ commandId, correlationId: null, causationId: commandId, actor: { kind: 'operator', id: actor }, reason },
    ...{ partnerId: null, subjectId: null, mode: null, requestId: null },
  };
};
