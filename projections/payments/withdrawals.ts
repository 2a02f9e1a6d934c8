import type { Recorded } from '../../aggregates/events';
import type { StreamPrefix } from '../../aggregates/stream';
import type { WithdrawalEvent } from '../../aggregates/withdrawal/events';
import { type WithdrawalRow, withdrawals } from '../../read-models/payments/withdrawals';
import { applyWith, type Change, type Get, type Handlers, keyOf, nothing, type Projection, put } from '../projection';
import { withTransfer } from './refunded';

const step = (get: Get, event: Recorded<WithdrawalEvent>, columns: Partial<WithdrawalRow> = {}): readonly Change[] => {
  const row = get(withdrawals, event.data.withdrawId);
  if (row === undefined) return [];
  const { at } = event.metadata;
  const timeline = [...row.timeline, { event: event.type, at }];
  return [put(withdrawals, { ...row, ...columns, timeline, updated_at: at, revision: event.revision })];
};

const unlessCompleted = (
  get: Get,
  event: Recorded<WithdrawalEvent>,
  columns: Partial<WithdrawalRow>,
): readonly Change[] =>
  step(get, event, get(withdrawals, event.data.withdrawId)?.status === 'COMPLETED' ? {} : columns);

const handlers: Handlers<WithdrawalEvent> = {
  WithdrawalRequested: (event) => {
    const { data } = event;
    return [
      put(withdrawals, {
        withdraw_id: data.withdrawId,
        user_id: data.userId,
        partner_id: data.partnerId,
        mode: data.mode,
        status: 'PROCESSING',
        network: data.network,
        asset_id: data.assetId,
        symbol: data.symbol,
        decimals: data.decimals,
        wallet: data.wallet,
        amount_base_units: data.amountBaseUnits,
        gross_cents: data.grossCents,
        fee_cents: data.fees.totalCents,
        net_cents: data.payout.amountCents,
        payout_kind: data.payout.kind,
        destination_masked: data.payout.destinationMasked,
        debit: null,
        timeline: [{ event: event.type, at: event.metadata.at }],
        refund: null,
        attempts: 0,
        reason_code: null,
        provider_id: null,
        end_to_end_id: null,
        created_at: data.requestedAt,
        updated_at: event.metadata.at,
        completed_at: null,
        revision: event.revision,
        reference: null,
        refunded: null,
      }),
    ];
  },
  // The withdrawal never existed.
  WithdrawalAbandoned: nothing,
  RedemptionSent: (event, get) => step(get, event),
  RedemptionUnknown: (event, get) => step(get, event),
  RedemptionSettled: (event, get) => {
    const { txid, blockTime } = event.data.debit;
    return step(get, event, { debit: { txHash: txid, blockTime } });
  },
  RedemptionFailed: (event, get) => step(get, event),
  // An operator's case: neither the user nor the partner is notified.
  RedemptionContradicted: nothing,
  RedemptionDecisionProposed: nothing,
  RedemptionProposalWithdrawn: nothing,
  // The failure and the due have their own events.
  RedemptionDecided: nothing,
  // A repeated payment is no attempt of the completed payout.
  PayoutRequested: (event, get) => unlessCompleted(get, event, { attempts: event.data.attempt }),
  PayoutDispatched: (event, get) => step(get, event),
  PayoutOutcomeUnknown: (event, get) => step(get, event),
  PayoutRejected: (event, get) => unlessCompleted(get, event, { reason_code: event.data.code }),
  // A repeated payment replaces the earlier one in the row. The completion time is the time of the user's notification.
  PayoutSettled: (event, get) => {
    const isPaidAgain = get(withdrawals, event.data.withdrawId)?.status === 'COMPLETED';
    const { providerId: provider_id, endToEndId: end_to_end_id } = event.data;
    return step(get, event, { reason_code: null, ...(isPaidAgain ? { provider_id, end_to_end_id } : {}) });
  },
  PayoutReturned: (event, get) => step(get, event),
  PayoutContradicted: (event, get) => step(get, event),
  PayoutDeferred: nothing,
  PayoutHeld: nothing,
  PayoutReleased: nothing,
  PayoutDecisionProposed: nothing,
  PayoutProposalWithdrawn: nothing,
  PayoutDecided: nothing,
  ReturnResolved: nothing,
  WithdrawalCompleted: (event, get) =>
    step(get, event, {
      status: 'COMPLETED',
      provider_id: event.data.providerId,
      end_to_end_id: event.data.endToEndId,
      completed_at: event.data.completedAt,
    }),
  // A withdrawal without a refund had no debit, or its debit is missing.
  WithdrawalFailed: (event, get) => {
    const { reasonCode: reason_code, refundDue } = event.data;
    return step(get, event, { status: 'FAILED', reason_code, ...(refundDue ? {} : { debit: null }) });
  },
  RefundDue: (event, get) => {
    const { amountBaseUnits, to, reason, dueAt } = event.data;
    return step(get, event, { refund: { amountBaseUnits, to, reason, dueAt } });
  },
  RefundRecorded: (event, get) => {
    const { refunded = null } = get(withdrawals, event.data.withdrawId) ?? {};
    return step(get, event, { refunded: withTransfer(refunded, event.data) });
  },
};

export const withdrawalsProjection: Projection<'withdrawals', StreamPrefix> = {
  name: 'withdrawals',
  isAwaited: true,
  tables: [withdrawals],
  streamPrefixes: ['withdrawal-'],
  keys: ({ type, data }) =>
    'withdrawId' in data && type !== 'WithdrawalRequested' ? [keyOf(withdrawals, data.withdrawId)] : [],
  apply: applyWith(handlers),
};
