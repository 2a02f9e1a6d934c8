import type { CashoutEvent } from '../../../aggregates/cashout/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';

const created = event('CashoutIntentCreated');
const accepted = [created, event('DepositAccepted')];
const requested = [...accepted, event('PayoutRequested')];
const dispatched = [...requested, event('PayoutDispatched')];
const unknown = [...dispatched, event('PayoutOutcomeUnknown')];
const retryLater = event('PayoutRejected', { code: 'INSUFFICIENT_FUNDS', nextAttemptAt: time(115) });

/** Each state that a rule depends on, by the history that leads there. */
export const histories = {
  NONE: [],
  PENDING: [created],
  EXPIRED: [created, event('CashoutExpired')],
  ACCEPTED: accepted,
  REQUESTED: requested,
  DISPATCHED: dispatched,
  UNKNOWN: unknown,
  REJECTED: [...dispatched, retryLater],
  SECOND: [
    ...dispatched,
    retryLater,
    event('PayoutRequested', { attempt: 2, providerKey: 'key2' }),
    event('PayoutDispatched', { attempt: 2, providerKey: 'key2' }),
  ],
  CONTRADICTED: [...unknown, event('PayoutContradicted')],
  COMPLETED: [...dispatched, event('PayoutSettled'), event('CashoutCompleted')],
  RETURNED: [...dispatched, event('PayoutSettled'), event('CashoutCompleted'), event('PayoutReturned')],
  FAILED: [...dispatched, event('PayoutRejected'), event('CashoutFailed'), event('RefundDue')],
} as const satisfies Record<string, readonly CashoutEvent[]>;

export type Situation = keyof typeof histories;

export const situations = Object.keys(histories) as readonly Situation[];

export const allBut = (...named: readonly Situation[]): readonly Situation[] =>
  situations.filter((situation) => !named.includes(situation));
