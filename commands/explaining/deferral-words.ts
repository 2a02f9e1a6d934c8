import type { DeferralReason } from '../../aggregates/payout/events';
import type { PayoutState } from '../../aggregates/payout/state';

const DEFERRED: Readonly<Record<DeferralReason, string>> = {
  HALTED: 'operators have halted payouts of its method, provider, network or payee',
  ABOVE_LIMIT: 'it is above the limit of its provider',
  NIGHT: 'it is above the limit of its provider from 20:00 to 06:00 in Brasília',
  BREAKER_OPEN: 'its provider has failed again and again, and gets no new orders',
  UNDER_FLOOR: 'the balance at its provider would fall below the floor',
};

export const deferredSince = (payout: PayoutState): readonly string[] =>
  payout.phase !== 'REQUESTED' || payout.deferred === undefined
    ? []
    : [`It is not sent since ${payout.deferred.since}: ${DEFERRED[payout.deferred.reason]}`];
