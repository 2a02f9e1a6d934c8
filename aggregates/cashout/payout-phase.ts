import type { DispatchPayout, RequestPayout } from './commands';
import type { CashoutEvent } from './events';
import type { CashoutState } from './state';

/** The first attempt as soon as the deposit is accepted, the next when its time has come after a definitive rejection. */
export const requestPayout = (state: CashoutState, command: RequestPayout): readonly CashoutEvent[] => {
  if (state.status !== 'PROCESSING' || state.contradicted) return [];
  const { payout, facts } = state;
  if (payout.phase !== 'NONE' && payout.phase !== 'REJECTED') return [];
  if (payout.phase === 'REJECTED' && command.now < payout.nextAttemptAt) return [];
  const attempt = payout.phase === 'REJECTED' ? payout.attempt + 1 : 1;
  const providerKey = command.providerKeyOf(attempt);
  const { intentId } = facts;
  const { amountCents } = facts.payout;
  return [{ type: 'PayoutRequested', data: { intentId, attempt, providerKey, amountCents, requestedAt: command.now } }];
};

/** The fence that one worker passes: whoever appends this at the exact revision may send, and nobody else. */
export const dispatchPayout = (state: CashoutState, command: DispatchPayout): readonly CashoutEvent[] => {
  if (state.status !== 'PROCESSING' || state.contradicted) return [];
  const { payout, facts } = state;
  const { provider, workerId, now, notAfter, unknownSince } = command;
  if (payout.phase !== 'REQUESTED' && payout.phase !== 'UNKNOWN') return [];
  // A silence of later than the one that was judged may be that of an order which is on its way.
  if ((payout.phase === 'UNKNOWN' ? payout.unknownAt : null) !== unknownSince) return [];
  const { attempt, providerKey } = payout;
  return [
    {
      type: 'PayoutDispatched',
      data: { intentId: facts.intentId, attempt, providerKey, provider, workerId, dispatchedAt: now, notAfter },
    },
  ];
};
