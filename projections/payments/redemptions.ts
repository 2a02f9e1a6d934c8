import type { ClosingEvent } from '../../aggregates/closing/events';
import type { EventOf, Recorded } from '../../aggregates/events';
import type { PeggedBalanceEvent } from '../../aggregates/pegged-balance/events';
import { partsOfStream, type StreamPrefix } from '../../aggregates/stream';
import type { WithdrawalEvent } from '../../aggregates/withdrawal/events';
import { overruledDebits } from '../../read-models/steps/overruled-debits';
import { type RedemptionStepRow, redemptionSteps } from '../../read-models/steps/redemption-steps';
import {
  applyWith,
  type Change,
  type Get,
  type Handlers,
  keyOf,
  nothing,
  type Projection,
  patch,
  put,
  remove,
} from '../projection';

/** A request without a withdrawal has ended by then; its repetition begins another. */
const ABANDONED_AFTER_MS = 120_000;

/** Wait between sending and the first question. */
const FIRST_ASK_MS = 250;

/** The failure normally releases the reservation at once: this wait covers a crash in between. */
const GIVE_BACK_AFTER_MS = 2_000;

const after = (at: string, waitMs: number): string => new Date(Date.parse(at) + waitMs).toISOString();

const becomes = (
  get: Get,
  event: Recorded & { readonly data: { readonly withdrawId: string } },
  { step, dueAt }: { readonly step: RedemptionStepRow['step']; readonly dueAt: string },
): readonly Change[] =>
  patch(redemptionSteps, get, event.data.withdrawId, {
    ...{ step, due_at: dueAt, since_at: event.metadata.at, cause_event_id: event.id },
  });

/** A settlement of the loss decides nothing about the debit. */
const overruled = ({ id, data }: Recorded<EventOf<'RedemptionDecided'>>): readonly Change[] => {
  const { withdrawId: withdraw_id, decidedAt: decided_at, settledBy } = data;
  return settledBy === undefined ? [put(overruledDebits, { withdraw_id, decided_at, cause_event_id: id })] : [];
};

const handlers: Handlers<PeggedBalanceEvent | WithdrawalEvent | ClosingEvent> = {
  BalanceReserved: ({ id, data, metadata }) => [
    put(redemptionSteps, {
      withdraw_id: data.withdrawId,
      step: 'ABANDON',
      due_at: after(data.reservedAt, ABANDONED_AFTER_MS),
      since_at: metadata.at,
      network: data.network,
      wallet: data.wallet,
      partner_id: data.partnerId,
      user_id: data.userId,
      mode: data.mode,
      cause_event_id: id,
    }),
  ],
  WithdrawalRequested: (event, get) => becomes(get, event, { step: 'SEND', dueAt: event.data.requestedAt }),
  BalanceCaptured: nothing,
  // A replacement waits as long as the replaced transaction.
  RedemptionSent: (event, get) =>
    get(redemptionSteps, event.data.withdrawId)?.step === 'RESOLVE'
      ? []
      : becomes(get, event, { step: 'RESOLVE', dueAt: after(event.data.sentAt, FIRST_ASK_MS) }),
  RedemptionUnknown: nothing,
  RedemptionContradicted: nothing,
  RedemptionDecisionProposed: nothing,
  RedemptionProposalWithdrawn: nothing,
  // A decision ends the reservation, with or without a debit.
  RedemptionDecided: (event, get) => [
    ...becomes(get, event, { step: 'GIVE_BACK', dueAt: after(event.data.decidedAt, GIVE_BACK_AFTER_MS) }),
    ...overruled(event),
  ],
  // Only the withdrawal's own stream owes the payout. The debit is asked about again until then.
  PeggedDebitSettled: nothing,
  RedemptionSettled: ({ data }) => [remove(redemptionSteps, data.withdrawId)],
  RedemptionFailed: (event, get) =>
    becomes(get, event, { step: 'GIVE_BACK', dueAt: after(event.data.failedAt, GIVE_BACK_AFTER_MS) }),
  // The reservation is still to be released.
  WithdrawalAbandoned: nothing,
  BalanceReleased: ({ data }) => [remove(redemptionSteps, data.withdrawId)],
  WithdrawalCompleted: nothing,
  WithdrawalFailed: nothing,
  RefundDue: nothing,
  RefundRecorded: nothing,
  PayoutRequested: nothing,
  PayoutDispatched: nothing,
  PayoutOutcomeUnknown: nothing,
  PayoutRejected: nothing,
  PayoutSettled: nothing,
  PayoutReturned: nothing,
  PayoutContradicted: nothing,
  PayoutDeferred: nothing,
  PayoutHeld: nothing,
  PayoutReleased: nothing,
  PayoutDecisionProposed: nothing,
  PayoutProposalWithdrawn: nothing,
  PayoutDecided: nothing,
  ReturnResolved: nothing,
  StreamClosed: ({ data }) => {
    const closed = partsOfStream(data.stream);
    return closed?.category === 'withdrawal'
      ? [remove(redemptionSteps, closed.id), remove(overruledDebits, closed.id)]
      : [];
  },
};

export const redemptionsProjection: Projection<'redemptions', StreamPrefix> = {
  name: 'redemptions',
  tables: [redemptionSteps, overruledDebits],
  streamPrefixes: ['withdrawal-', 'peggedBalance-'],
  keys: ({ type, data }) =>
    'withdrawId' in data && type !== 'BalanceReserved' ? [keyOf(redemptionSteps, data.withdrawId)] : [],
  apply: applyWith(handlers),
};
