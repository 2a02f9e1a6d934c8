import type { DeferralReason } from '../../aggregates/payout/events';
import type { PayoutState } from '../../aggregates/payout/state';

const DEFERRED: Readonly<Record<DeferralReason, string>> = {
  HALTED: 'operators have halted payouts of its method, provider, network or payee',
  ABOVE_LIMIT: 'the amount exceeds the limit of the provider',
  NIGHT: 'the amount exceeds the night limit of the provider (20:00 to 06:00 in Brasília)',
  BREAKER_OPEN: 'the provider has failed repeatedly and gets no new orders',
  UNDER_FLOOR: 'the balance at the provider would fall below the floor',
};

export const deferredSince = (payout: PayoutState): readonly string[] =>
  payout.phase !== 'REQUESTED' || payout.deferred === undefined
    ? []
    : [`The payout waits since ${payout.deferred.since}: ${DEFERRED[payout.deferred.reason]}`];
