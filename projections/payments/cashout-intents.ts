import type { CashoutEvent } from '../../aggregates/cashout/events';
import type { EventOf, Recorded } from '../../aggregates/events';
import type { Sealed } from '../../aggregates/sealed';
import type { StreamPrefix } from '../../aggregates/stream';
import type { SealedValue } from '../../read-models/partners/partner-secrets';
import { type CashoutIntentRow, cashoutIntents } from '../../read-models/payments/cashout-intents';
import { type ReceiptRow, receipts } from '../../read-models/payments/receipts';
import { applyWith, type Change, type Get, type Handlers, keyOf, nothing, type Projection, put } from '../projection';
import { withTransfer } from './refunded';
import { namedIntentKeys, refusedDeposits, withoutDeposit } from './refused-deposits';

const sealedOrNull = (value: Sealed | undefined): SealedValue | null =>
  value === undefined ? null : (value as unknown as SealedValue);

const step = (
  get: Get,
  event: Recorded<CashoutEvent>,
  columns: Partial<CashoutIntentRow> | ((row: CashoutIntentRow) => Partial<CashoutIntentRow>),
): readonly Change[] => {
  const row = get(cashoutIntents, event.data.intentId);
  if (row === undefined) return [];
  const { at } = event.metadata;
  const changed = typeof columns === 'function' ? columns(row) : columns;
  const timeline = [...row.timeline, { event: event.type, at }];
  return [put(cashoutIntents, { ...row, ...changed, timeline, updated_at: at, revision: event.revision })];
};

type PaidReceipt = Pick<ReceiptRow, 'amount_cents' | 'end_to_end_id' | 'receipt_url' | 'paid_at'>;

const receiptOf = (paid: PaidReceipt, row: CashoutIntentRow | undefined): readonly Change[] => {
  const txHash = row?.deposits[0]?.['txHash'];
  if (row === undefined || typeof txHash !== 'string') return [];
  const { intent_id, user_id, partner_id, mode, network, payout_kind, destination_masked } = row;
  return [
    put(receipts, {
      ...{ intent_id, user_id, partner_id, mode, network, payout_kind, destination_masked },
      tx_hash: txHash,
      ...paid,
    }),
  ];
};

/** The valid payment from now on; the completion time is the time of the user's notification. */
const paidAgain = (get: Get, event: Recorded<CashoutEvent> & { readonly type: 'PayoutSettled' }): readonly Change[] => {
  const { intentId, providerId, endToEndId, amountCents, receiptUrl, settledAt } = event.data;
  const paid = { amount_cents: amountCents, end_to_end_id: endToEndId, receipt_url: receiptUrl, paid_at: settledAt };
  return [
    ...step(get, event, { reason_code: null, provider_id: providerId, end_to_end_id: endToEndId }),
    ...receiptOf(paid, get(cashoutIntents, intentId)),
  ];
};

const handlers: Handlers<CashoutEvent | EventOf<'DepositUnmatched' | 'DepositReleased' | 'DepositReverted'>> = {
  ...refusedDeposits,
  CashoutIntentCreated: (event) => {
    const { data } = event;
    return [
      put(cashoutIntents, {
        intent_id: data.intentId,
        quote_id: data.quoteId,
        user_id: data.userId,
        partner_id: data.partnerId,
        mode: data.mode,
        status: 'PENDING',
        network: data.network,
        asset_id: data.assetId,
        symbol: data.symbol,
        decimals: data.decimals,
        amount_base_units: data.amountBaseUnits,
        receiver: data.receiver,
        memo: data.memo,
        payout_kind: data.payout.kind,
        payout_cents: data.payout.amountCents,
        total_cents: data.totalCents,
        fee_cents: data.fees.totalCents,
        destination_masked: data.payout.destinationMasked,
        deposits: [],
        labels: [],
        timeline: [{ event: event.type, at: event.metadata.at }],
        refund: null,
        attempts: 0,
        reason_code: null,
        provider_id: null,
        end_to_end_id: null,
        created_at: data.createdAt,
        expires_at: data.expiresAt,
        updated_at: event.metadata.at,
        confirmed_at: null,
        completed_at: null,
        revision: event.revision,
        reference: data.reference ?? null,
        external_id: sealedOrNull(data.externalId),
        refunded: null,
      }),
    ];
  },
  DepositAccepted: (event, get) =>
    step(get, event, (row) => {
      const { depositId, txid, amountBaseUnits, sender, blockTime, acceptedAt } = event.data;
      const isOver = BigInt(amountBaseUnits) > BigInt(row.amount_base_units);
      return {
        status: 'PROCESSING',
        deposits: [{ depositId, txHash: txid, amountBaseUnits, sender, blockTime }, ...withoutDeposit(row, depositId)],
        labels: isOver ? [...row.labels, 'OVER'] : row.labels,
        confirmed_at: acceptedAt,
      };
    }),
  ExpiryHeld: (event, get) => step(get, event, {}),
  CashoutExpired: (event, get) => step(get, event, { status: 'EXPIRED' }),
  // A return may be paid again after the completion: that is no attempt of the completed payout.
  PayoutRequested: (event, get) =>
    step(get, event, ({ status }) => (status === 'COMPLETED' ? {} : { attempts: event.data.attempt })),
  PayoutDispatched: (event, get) => step(get, event, {}),
  PayoutOutcomeUnknown: (event, get) => step(get, event, {}),
  PayoutRejected: (event, get) =>
    step(get, event, ({ status }) => (status === 'COMPLETED' ? {} : { reason_code: event.data.code })),
  PayoutSettled: (event, get) =>
    get(cashoutIntents, event.data.intentId)?.status === 'COMPLETED'
      ? paidAgain(get, event)
      : step(get, event, { reason_code: null }),
  PayoutReturned: (event, get) => step(get, event, {}),
  PayoutContradicted: (event, get) => step(get, event, {}),
  // An operator's: neither the user nor the partner is told.
  PayoutDeferred: nothing,
  PayoutHeld: nothing,
  PayoutReleased: nothing,
  PayoutDecisionProposed: nothing,
  PayoutProposalWithdrawn: nothing,
  PayoutDecided: nothing,
  ReturnResolved: nothing,
  GiftCardRevealed: (event, get) => step(get, event, {}),
  CashoutCompleted: (event, get) => {
    const { intentId, providerId, endToEndId, amountCents, receiptUrl, completedAt } = event.data;
    const told = { provider_id: providerId, end_to_end_id: endToEndId, completed_at: completedAt };
    const paid = {
      amount_cents: amountCents,
      end_to_end_id: endToEndId,
      receipt_url: receiptUrl,
      paid_at: completedAt,
    };
    return [...step(get, event, { status: 'COMPLETED', ...told }), ...receiptOf(paid, get(cashoutIntents, intentId))];
  },
  CashoutFailed: (event, get) => step(get, event, { status: 'FAILED', reason_code: event.data.reasonCode }),
  RefundDue: (event, get) => {
    const { to, reason, dueAt } = event.data;
    return step(get, event, ({ refund }) => {
      // A surplus is owed from the beginning; the quoted amount as well when the payout fails.
      const owed =
        BigInt(event.data.amountBaseUnits) + BigInt(refund === null ? 0 : (refund['amountBaseUnits'] as string));
      return { refund: { amountBaseUnits: owed.toString(), to, reason, dueAt } };
    });
  },
  RefundRecorded: (event, get) =>
    step(get, event, ({ refunded }) => ({ refunded: withTransfer(refunded, event.data) })),
};

export const cashoutIntentsProjection: Projection<'cashout-intents', StreamPrefix> = {
  name: 'cashout-intents',
  isAwaited: true,
  tables: [cashoutIntents, receipts],
  streamPrefixes: ['cashout-', 'deposit-'],
  keys: (event) => {
    const { stream, type, data } = event;
    if (stream.startsWith('deposit-')) return namedIntentKeys(event);
    return 'intentId' in data && type !== 'CashoutIntentCreated' ? [keyOf(cashoutIntents, data.intentId)] : [];
  },
  apply: applyWith(handlers),
};
