import type { CashinEvent } from '../../aggregates/cashin/events';
import type { Recorded } from '../../aggregates/events';
import type { StreamPrefix } from '../../aggregates/stream';
import { type CashinIntentRow, cashinIntents } from '../../read-models/payments/cashin-intents';
import { applyWith, type Change, type Get, type Handlers, keyOf, nothing, type Projection, put } from '../projection';

type Columns = Partial<CashinIntentRow>;
type Payment = CashinIntentRow['payments'][number];

const step = (
  get: Get,
  event: Recorded<CashinEvent>,
  columns: Columns | ((row: CashinIntentRow) => Columns) = {},
): readonly Change[] => {
  const row = get(cashinIntents, event.data.intentId);
  if (row === undefined) return [];
  const { at } = event.metadata;
  const changed = typeof columns === 'function' ? columns(row) : columns;
  const timeline = [...row.timeline, { event: event.type, at }];
  return [put(cashinIntents, { ...row, ...changed, timeline, updated_at: at, revision: event.revision })];
};

const ofPix =
  ({ data }: { readonly data: { readonly endToEndId: string } }, change: (payment: Payment) => Payment) =>
  ({ payments }: CashinIntentRow): Columns => ({
    payments: payments.map((payment) => (payment['endToEndId'] === data.endToEndId ? change(payment) : payment)),
  });

const handlers: Handlers<CashinEvent> = {
  CashinIntentCreated: (event) => {
    const { data } = event;
    return [
      put(cashinIntents, {
        intent_id: data.intentId,
        quote_id: data.quoteId,
        user_id: data.userId,
        partner_id: data.partnerId,
        mode: data.mode,
        status: 'ACTIVE',
        delivery_mode: data.deliveryMode,
        network: data.network,
        asset_id: data.assetId,
        symbol: data.symbol,
        decimals: data.decimals,
        amount_cents: data.amountCents,
        fee_cents: data.fees.totalCents,
        exchanged_cents: data.exchangedCents,
        amount_base_units: data.amountBaseUnits,
        minimum_base_units: data.minimumBaseUnits,
        destination: data.destination,
        payer_tax_id_masked: data.payerTaxIdMasked,
        br_code: null,
        split_applied: data.split !== null,
        split_cents: data.split?.amountCents ?? '0',
        split_owed_cents: '0',
        payments: [],
        delivery: null,
        timeline: [{ event: event.type, at: event.metadata.at }],
        reason_code: null,
        created_at: data.createdAt,
        expires_at: data.expiresAt,
        updated_at: event.metadata.at,
        completed_at: null,
        revision: event.revision,
        reference: data.reference ?? null,
      }),
    ];
  },
  ChargeCreated: (event, get) => step(get, event, { br_code: event.data.brCode }),
  PixReceived: (event, get) => {
    const { endToEndId, amountCents, paidAt } = event.data;
    return step(get, event, ({ payments }) => ({
      payments: [...payments, { endToEndId, amountCents, paidAt, state: 'RECEIVED' }],
    }));
  },
  // Owed until the provider reports the split.
  PixAccepted: (event, get) => {
    const { splitCents } = event.data;
    const owed = { split_applied: false, split_cents: splitCents, split_owed_cents: splitCents };
    const accepted = ofPix(event, (payment) => ({ ...payment, state: 'ACCEPTED' }));
    return step(get, event, (row) => ({ ...owed, ...accepted(row) }));
  },
  SplitApplied: (event, get) => {
    const { amountCents } = event.data;
    return step(get, event, ({ split_owed_cents: owedCents }) => {
      const left = BigInt(owedCents) - BigInt(amountCents);
      return {
        ...{ split_applied: true, split_cents: amountCents, split_owed_cents: (left > 0n ? left : 0n).toString() },
      };
    });
  },
  DeliveryRequested: (event, get) => step(get, event),
  DeliverySent: (event, get) => {
    const { deliveryId, txId, amountBaseUnits } = event.data;
    return step(get, event, { delivery: { deliveryId, txId, amountBaseUnits } });
  },
  DeliveryConfirmed: (event, get) => {
    const { deliveryId, txId, deliveredBaseUnits } = event.data;
    return step(get, event, { delivery: { deliveryId, txId, amountBaseUnits: deliveredBaseUnits } });
  },
  // A failed delivery never arrived, and never will, under this id.
  DeliveryFailed: (event, get) => step(get, event, { delivery: null }),
  CashinCompleted: (event, get) => {
    const { splitApplied, splitCents, splitOwedCents, completedAt } = event.data;
    return step(get, event, ({ split_owed_cents }) => {
      const owed = splitOwedCents ?? split_owed_cents;
      const split = { split_applied: splitApplied, split_cents: splitApplied ? splitCents : owed };
      return { status: 'COMPLETED', ...split, split_owed_cents: owed, completed_at: completedAt };
    });
  },
  CashinExpired: (event, get) => step(get, event, { status: 'EXPIRED' }),
  CashinFailed: (event, get) => {
    const { reasonCode, splitAppliedCents } = event.data;
    const applied = { split_applied: BigInt(splitAppliedCents) > 0n, split_cents: splitAppliedCents };
    const split = { ...applied, split_owed_cents: '0' };
    return step(get, event, { status: 'FAILED', reason_code: reasonCode, ...split });
  },
  ChargeRefundDue: (event, get) => {
    const { amountCents, reason, dueAt } = event.data;
    const due = { state: 'REFUND_DUE', refundReason: reason, refundCents: amountCents, refundDueAt: dueAt };
    return step(
      get,
      event,
      ofPix(event, (payment) => ({ ...payment, ...due })),
    );
  },
  ChargeRefundDispatched: (event, get) => step(get, event),
  ChargeRefundUnknown: (event, get) => step(get, event),
  ChargeRefundRejected: (event, get) => step(get, event),
  ChargeRefundDone: (event, get) => {
    const { amountCents, returnId, doneAt } = event.data;
    const done = { state: 'REFUNDED', refundCents: amountCents, returnId, refundedAt: doneAt };
    return step(
      get,
      event,
      ofPix(event, (payment) => ({ ...payment, ...done })),
    );
  },
  DisputeOpened: (event, get) => step(get, event),
  DisputeWon: (event, get) => step(get, event),
  DisputeLost: (event, get) => step(get, event),
  CashinContradicted: (event, get) => step(get, event),
  // Unchanged outside, as with payouts; the consequences of a decision have their own events.
  PixSettled: nothing,
  CashinDecisionProposed: nothing,
  CashinProposalWithdrawn: nothing,
  CashinDecided: nothing,
  CashinHeld: nothing,
  CashinReleased: nothing,
};

export const cashinIntentsProjection: Projection<'cashin-intents', StreamPrefix> = {
  name: 'cashin-intents',
  isAwaited: true,
  tables: [cashinIntents],
  streamPrefixes: ['cashin-'],
  keys: ({ type, data }) =>
    'intentId' in data && type !== 'CashinIntentCreated' ? [keyOf(cashinIntents, data.intentId)] : [],
  apply: applyWith(handlers),
};
