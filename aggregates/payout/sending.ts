import type { DeferPayout, DispatchPayout, RequestPayout } from './commands';
import type { PayoutDeferred, PayoutEvent } from './events';
import type { Owed } from './owed';
import { isContradicted, isHeldPayout, type PayoutState } from './state';

export const requestPayout = <Key extends object>(
  { key, amountCents }: Owed<Key>,
  state: PayoutState,
  { providerKeyOf, provider, now }: RequestPayout,
): readonly PayoutEvent<Key>[] => {
  if (isContradicted(state) || isHeldPayout(state)) return [];
  if (state.phase !== 'NONE' && state.phase !== 'REJECTED') return [];
  if (state.phase === 'REJECTED' && now < state.nextAttemptAt) return [];
  const attempt = state.phase === 'REJECTED' ? state.attempt + 1 : 1;
  const chosen = provider === null ? {} : { provider };
  const data = { ...key, attempt, providerKey: providerKeyOf(attempt), amountCents, ...chosen, requestedAt: now };
  return [{ type: 'PayoutRequested', data }];
};

export const dispatchPayout = <Key extends object>(
  { key }: Owed<Key>,
  state: PayoutState,
  { provider, workerId, now, notAfter, unknownSince, parties }: DispatchPayout,
): readonly PayoutEvent<Key>[] => {
  if (isContradicted(state) || isHeldPayout(state)) return [];
  if (state.phase !== 'REQUESTED' && state.phase !== 'UNKNOWN') return [];
  if (state.provider !== null && state.provider !== provider) return [];
  // An outcome that became unknown after the checked one may belong to an order in progress.
  if ((state.phase === 'UNKNOWN' ? state.unknownAt : null) !== unknownSince) return [];
  const { attempt, providerKey } = state;
  const kept = parties === undefined ? {} : { parties };
  const data = { ...key, attempt, providerKey, provider, workerId, dispatchedAt: now, notAfter, ...kept };
  return [{ type: 'PayoutDispatched', data }];
};

/** Appends one event when a reason begins or changes. A sent payout is not deferred. */
export const deferPayout = <Key extends object>(
  { key }: Owed<Key>,
  state: PayoutState,
  { provider, reason, now }: DeferPayout,
): readonly PayoutEvent<Key>[] => {
  if (state.phase !== 'REQUESTED' || isContradicted(state) || isHeldPayout(state)) return [];
  if (state.deferred?.reason === reason) return [];
  const { attempt, providerKey } = state;
  return [{ type: 'PayoutDeferred', data: { ...key, attempt, providerKey, provider, reason, deferredAt: now } }];
};

export const evolveDeferred = (state: PayoutState, { reason, deferredAt }: PayoutDeferred): PayoutState =>
  state.phase === 'REQUESTED' ? { ...state, deferred: { reason, since: state.deferred?.since ?? deferredAt } } : state;
