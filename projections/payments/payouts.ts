import type { CashoutEvent } from '../../aggregates/cashout/events';
import type { ClosingEvent } from '../../aggregates/closing/events';
import type { EventOf, Recorded } from '../../aggregates/events';
import type { StreamPrefix } from '../../aggregates/stream';
import type { WithdrawalEvent } from '../../aggregates/withdrawal/events';
import { type PayoutStepRow, payoutSteps } from '../../read-models/steps/payout-steps';
import { type PayoutRow, payouts } from '../../read-models/steps/payouts';
import {
  applyWith,
  type Change,
  type Get,
  type Handlers,
  keyOf,
  nothing,
  type Projection,
  patch,
  present,
  put,
  remove,
} from '../projection';

/** Wait between the dispatch and the first question to the provider. */
const FIRST_ASK_MS = 2_000;

/** Wait before each further question about a payout that operators decided: the provider has just answered. */
const DECIDED_ASK_MS = 300_000;

/** A settlement is still reported for this time after the earliest refund. */
const BEYOND_REFUND_MS = 3_600_000;

/** The same time as after the opposite decision. */
const BEYOND_PAYMENT_MS = 25 * 3_600_000;

const after = (at: string, waitMs: number): string => new Date(Date.parse(at) + waitMs).toISOString();

const waits = (
  event: Recorded,
  step: PayoutStepRow['step'],
  dueAt: string,
  providerKey: string | null,
): PayoutStepRow => ({
  stream: event.stream,
  step,
  due_at: dueAt,
  since_at: event.metadata.at,
  provider_key: providerKey,
  cause_event_id: event.id,
  until_at: null,
});

/** Waits for the provider's outcome, counted from the first dispatch of this attempt. */
const waitsForWord = (event: Recorded<EventOf<'PayoutDispatched' | 'PayoutOutcomeUnknown'>>, at: string, get: Get) => {
  const { providerKey } = event.data;
  const row = waits(event, 'RESOLVE', after(at, FIRST_ASK_MS), providerKey);
  const before = get(payoutSteps, event.stream);
  const isSent = before?.step === 'RESOLVE' && before.provider_key === providerKey;
  return put(payoutSteps, isSent ? { ...row, since_at: before.since_at } : row);
};

const becomes = (get: Get, event: Recorded & { data: { providerKey: string } }, columns: Partial<PayoutRow>) =>
  patch(payouts, get, event.data.providerKey, { ...columns, updated_at: event.metadata.at });

const ends = (event: Recorded): readonly Change[] => [remove(payoutSteps, event.stream)];

/** An end by operators is no answer of the provider, which is still asked. */
const endsUnlessDecided = (event: Recorded, get: Get): readonly Change[] =>
  isDecided(get(payoutSteps, event.stream)) ? [] : ends(event);

const isDecided = (step: PayoutStepRow | undefined): boolean => step !== undefined && step.until_at !== null;

type Decision = Recorded<EventOf<'PayoutDecided' | 'PayoutSettled'>>;

const asksBeyond = (event: Decision, decidedAt: string, untilAt: string): Change => {
  const step = waits(event, 'RESOLVE', after(decidedAt, DECIDED_ASK_MS), event.data.providerKey);
  return put(payoutSteps, { ...step, until_at: untilAt });
};

/** A settlement by operators is no word of the provider: another sent order may have been paid too. */
const asksUnlessTold = (event: Recorded<EventOf<'PayoutSettled'>>): readonly Change[] => {
  const { decided, settledAt } = event.data;
  return decided === undefined ? ends(event) : [asksBeyond(event, settledAt, after(settledAt, BEYOND_PAYMENT_MS))];
};

const handlers: Handlers<CashoutEvent | WithdrawalEvent | ClosingEvent> = {
  CashoutIntentCreated: nothing,
  ExpiryHeld: nothing,
  CashoutExpired: nothing,
  RefundDue: nothing,
  // A later settlement by the provider still raises an alarm.
  RefundRecorded: nothing,
  GiftCardRevealed: nothing,
  WithdrawalRequested: nothing,
  WithdrawalAbandoned: nothing,
  RedemptionSent: nothing,
  RedemptionUnknown: nothing,
  RedemptionFailed: nothing,
  RedemptionContradicted: nothing,
  RedemptionDecisionProposed: nothing,
  RedemptionProposalWithdrawn: nothing,
  RedemptionDecided: nothing,
  // Only a final debit owes a payout.
  RedemptionSettled: (event) => [put(payoutSteps, waits(event, 'REQUEST', event.data.settledAt, null))],
  DepositAccepted: (event) => [put(payoutSteps, waits(event, 'REQUEST', event.data.acceptedAt, null))],
  PayoutRequested: (event) => {
    const { data, metadata } = event;
    return [
      put(payoutSteps, waits(event, 'DISPATCH', data.requestedAt, data.providerKey)),
      put(payouts, {
        provider_key: data.providerKey,
        stream: event.stream,
        partner_id: present(event, 'partnerId'),
        mode: present(event, 'mode'),
        attempt: data.attempt,
        amount_cents: data.amountCents,
        status: 'REQUESTED',
        provider: data.provider ?? null,
        ...{ code: null, deferral: null, deferred_since: null },
        requested_at: data.requestedAt,
        updated_at: metadata.at,
      }),
    ];
  },
  PayoutDispatched: (event, get) => [
    waitsForWord(event, event.data.dispatchedAt, get),
    ...becomes(get, event, {
      status: 'DISPATCHED',
      provider: event.data.provider,
      deferral: null,
      deferred_since: null,
    }),
  ],
  PayoutOutcomeUnknown: (event, get) => [
    waitsForWord(event, event.data.unknownAt, get),
    ...becomes(get, event, { status: 'UNKNOWN' }),
  ],
  PayoutRejected: (event, get) => {
    const { nextAttemptAt, code, providerKey } = event.data;
    const row = becomes(get, event, { status: 'REJECTED', code });
    // A completed owner has no later event that would end the step.
    if (nextAttemptAt === null) return [...ends(event), ...row];
    return [put(payoutSteps, waits(event, 'REQUEST', nextAttemptAt, providerKey)), ...row];
  },
  PayoutSettled: (event, get) => [...asksUnlessTold(event), ...becomes(get, event, { status: 'SETTLED' })],
  PayoutReturned: (event, get) => becomes(get, event, { status: 'RETURNED' }),
  // Sending stops until an operator has decided. The provider is still asked about orders that are open or decided.
  PayoutContradicted: (event, get) => (get(payoutSteps, event.stream)?.step === 'RESOLVE' ? [] : ends(event)),
  PayoutDeferred: (event, get) => {
    const { providerKey, provider, reason, deferredAt } = event.data;
    const since = get(payouts, providerKey)?.deferred_since ?? deferredAt;
    return becomes(get, event, { provider, deferral: reason, deferred_since: since });
  },
  PayoutHeld: nothing,
  // A step that waited for the end of a hold is due immediately.
  PayoutReleased: ({ id, stream, data }, get) => {
    const step = get(payoutSteps, stream);
    if (step === undefined) return [];
    const due_at = step.due_at > data.releasedAt ? step.due_at : data.releasedAt;
    return [put(payoutSteps, { ...step, due_at, cause_event_id: id })];
  },
  PayoutDecisionProposed: nothing,
  PayoutProposalWithdrawn: nothing,
  PayoutDecided: (event, get) => [
    asksBeyond(event, event.data.decidedAt, after(event.data.refundableFrom, BEYOND_REFUND_MS)),
    ...becomes(get, event, { status: 'REJECTED', code: 'DECIDED_UNPAID' }),
  ],
  // A repeated payment may fail, and then the return is open again.
  ReturnResolved: (event, get) =>
    event.data.how === 'PAID_AGAIN'
      ? [put(payoutSteps, waits(event, 'REQUEST', event.data.resolvedAt, event.data.providerKey))]
      : becomes(get, event, { status: 'RETURN_RESOLVED' }),
  CashoutCompleted: endsUnlessDecided,
  CashoutFailed: endsUnlessDecided,
  WithdrawalCompleted: endsUnlessDecided,
  WithdrawalFailed: endsUnlessDecided,
  StreamClosed: ({ data }) => [remove(payoutSteps, data.stream)],
};

export const payoutsProjection: Projection<'payouts', StreamPrefix> = {
  name: 'payouts',
  tables: [payouts, payoutSteps],
  streamPrefixes: ['cashout-', 'withdrawal-'],
  keys: ({ type, data, stream }) => [
    ...(type === 'CashoutIntentCreated' ? [] : [keyOf(payoutSteps, stream)]),
    ...('providerKey' in data ? [keyOf(payouts, data.providerKey)] : []),
  ],
  apply: applyWith(handlers),
};
