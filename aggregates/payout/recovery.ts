import { rejection } from '../rejection';
import type { RecoverPayout } from './commands';
import type { PayoutEvent } from './events';
import { isUntold } from './losses';
import type { Owed } from './owed';
import { openReturnOf, resolveReturn } from './returns';
import { hasEnded, isSent, type PayoutState } from './state';
import { heldBy } from './trouble';

/** The payout stays on hold. The order is asked about as usual, and its outcome is recorded. */
export const recoverPayout = <Key extends object>(
  owed: Owed<Key>,
  state: PayoutState,
  command: RecoverPayout,
): readonly PayoutEvent<Key>[] => {
  if (isUntold(state) && openReturnOf(state) !== null) return recoverAgain(owed, state, command);
  if (state.lostSince === undefined) throw rejection('WRONG_STATE', 'The log has lost no event of this payout');
  if (isSent(state) || hasEnded(state)) throw rejection('WRONG_STATE', 'The log contains the order of this payout');
  return takeUp(owed, state, command);
};

const recoverAgain = <Key extends object>(
  owed: Owed<Key>,
  state: PayoutState,
  command: RecoverPayout,
): readonly PayoutEvent<Key>[] => {
  const { now } = command;
  const expectedCents = `${openReturnOf(state)?.amountCents ?? 0n}`;
  const again = { type: 'ResolveReturn', resolution: { how: 'PAID_AGAIN' }, expectedCents, now } as const;
  return [
    ...heldBy(owed.key, state, { now, lostSince: state.lostSince ?? state.loss?.since }),
    ...resolveReturn(owed, state, again),
    ...takeUp(owed, state, command),
  ];
};

const takeUp = <Key extends object>(
  { key, amountCents }: Owed<Key>,
  state: PayoutState,
  { attempt, providerKey, provider, workerId, now }: RecoverPayout,
): readonly PayoutEvent<Key>[] => {
  if ('attempt' in state && attempt < state.attempt + (state.phase === 'REQUESTED' ? 0 : 1)) {
    throw rejection('WRONG_STATE', `The log already contains attempt ${attempt}`);
  }
  if (state.phase === 'REQUESTED' && state.attempt === attempt && (state.provider ?? provider) !== provider) {
    throw rejection(
      'WRONG_STATE',
      `The log plans attempt ${attempt} for ${state.provider}, but ${provider} has the order`,
    );
  }
  const about = { ...key, attempt, providerKey, provider };
  const dispatched = {
    type: 'PayoutDispatched',
    data: { ...about, workerId, dispatchedAt: now, notAfter: now },
  } as const;
  if (state.phase === 'REQUESTED' && state.attempt === attempt) return [dispatched];
  return [{ type: 'PayoutRequested', data: { ...about, amountCents, requestedAt: now } }, dispatched];
};
