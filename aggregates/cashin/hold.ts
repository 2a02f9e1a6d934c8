import type { HoldCashin, ReleaseCashin } from './commands';
import { completionOf, givenUp } from './ending';
import type { CashinEvent } from './events';
import { evolve } from './evolve';
import { isContradicted, type KnownCashin } from './state';

/** True when the cash-in sends no more orders: it has ended, and no refund is due or in progress. */
const hasEnded = ({ status, received }: KnownCashin): boolean =>
  status !== 'ACTIVE' && received.every(({ refund }) => refund === null || AT_REST.includes(refund.phase));

const AT_REST: readonly string[] = ['DONE', 'REFUSED'];

/** A second hold changes no state: the release of any hold asks every provider for all possible losses. */
export const holdCashin = (state: KnownCashin, { lostSince, now }: HoldCashin): readonly CashinEvent[] => {
  if (state.hold !== null || hasEnded(state)) return [];
  const loss = lostSince === undefined ? {} : { lostSince };
  return [{ type: 'CashinHeld', data: { intentId: state.facts.intentId, heldAt: now, ...loss } }];
};

/** A failed delivery waited for this release, because the log may have forgotten a later attempt. */
export const releaseCashin = (state: KnownCashin, command: ReleaseCashin): readonly CashinEvent[] => {
  if (state.hold === null) return [];
  const { now } = command;
  const released: CashinEvent = { type: 'CashinReleased', data: { intentId: state.facts.intentId, releasedAt: now } };
  const { status, delivery } = state;
  const after = evolve(state, released) as KnownCashin;
  if (status !== 'ACTIVE' || delivery.phase !== 'FAILED' || isContradicted(state)) {
    return [released, ...completionOf(after, command)];
  }
  const why = { reasonCode: delivery.code, reason: delivery.message };
  return [released, ...givenUp(after, 'DELIVERY_FAILED', why, now)];
};
