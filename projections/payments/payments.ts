import type { EventOf, LedgerEvent, Recorded } from '../../aggregates/events';
import type { CashinTerms, CashoutTerms } from '../../aggregates/quote/events';
import type { StreamPrefix } from '../../aggregates/stream';
import type { WithdrawalRequested } from '../../aggregates/withdrawal/events';
import { type NamedBy, paymentNames } from '../../read-models/operators/payment-names';
import { type PaymentRow, payments } from '../../read-models/operators/payments';
import { applyWith, type Change, type Get, type Handlers, keyOf, type Projection, put } from '../projection';

type Told = EventOf<
  | ('CashoutIntentCreated' | 'CashinIntentCreated' | 'WithdrawalRequested')
  | ('DepositAccepted' | 'CashoutExpired' | 'CashoutCompleted' | 'CashoutFailed')
  | ('PayoutRejected' | 'PayoutSettled' | 'PayoutHeld' | 'PayoutReleased')
  | ('ChargeCreated' | 'PixReceived' | 'DeliverySent' | 'DeliveryConfirmed')
  | ('CashinCompleted' | 'CashinExpired' | 'CashinFailed' | 'CashinHeld' | 'CashinReleased')
  | ('RedemptionSettled' | 'WithdrawalCompleted' | 'WithdrawalFailed')
  | ('DepositUnmatched' | 'DepositReleased')
>;

type Terms = Pick<
  CashoutTerms & CashinTerms & WithdrawalRequested,
  'userId' | 'partnerId' | 'mode' | 'network' | 'assetId' | 'symbol' | 'decimals' | 'amountBaseUnits'
>;

type First = Pick<
  PaymentRow,
  'payment_id' | 'kind' | 'status' | 'amount_cents' | 'method' | 'created_at' | 'reference'
>;

const opened = ({ metadata }: Recorded, terms: Terms, first: First): readonly Change[] => {
  const row: PaymentRow = {
    ...{ user_id: terms.userId, partner_id: terms.partnerId, mode: terms.mode, network: terms.network },
    ...{ asset_id: terms.assetId, symbol: terms.symbol, decimals: terms.decimals },
    ...{ amount_base_units: terms.amountBaseUnits, reason_code: null, labels: [], held: false },
    ...{ updated_at: metadata.at, completed_at: null },
    ...first,
  };
  return [
    put(payments, row),
    ...(first.reference === null ? [] : named(row, 'REFERENCE', first.reference, metadata.at)),
  ];
};

const idIn = (data: object): string | null => {
  const { intentId, withdrawId } = data as { readonly intentId?: string; readonly withdrawId?: string };
  return withdrawId ?? intentId ?? null;
};

type Columns = Partial<PaymentRow>;

const changed = (
  get: Get,
  { data, metadata }: Pick<Recorded, 'data' | 'metadata'>,
  columns: Columns | ((row: PaymentRow) => Columns),
): readonly Change[] => {
  const row = get(payments, idIn(data) ?? '');
  if (row === undefined) return [];
  const news = typeof columns === 'function' ? columns(row) : columns;
  return [put(payments, { ...row, ...news, updated_at: metadata.at })];
};

const named = (row: PaymentRow, by: NamedBy, name: string, since: string): readonly Change[] => {
  const { payment_id, kind, partner_id, mode } = row;
  return [
    put(paymentNames, {
      ...{ name_key: `${payment_id} ${by} ${name}`, name, named_by: by },
      ...{ payment_id, kind, partner_id, mode, since },
    }),
  ];
};

const name = (get: Get, { data, metadata }: Recorded, by: NamedBy, text: string | null): readonly Change[] => {
  const row = get(payments, idIn(data) ?? '');
  return row === undefined || text === null ? [] : named(row, by, text, metadata.at);
};

const withLabel = ({ labels }: PaymentRow, label: string): Columns =>
  labels.includes(label) ? {} : { labels: [...labels, label] };

/** The label of a refused deposit for the payment that its memo names. */
const LABELS: Readonly<Record<string, string>> = { UNDERPAID: 'UNDER', LATE: 'LATE' };

const refused = ({ data, metadata }: Recorded<EventOf<'DepositUnmatched' | 'DepositReleased'>>, get: Get) =>
  (data.refused?.intents ?? []).flatMap(({ intentId, label }) => {
    const told = LABELS[label];
    return told === undefined
      ? []
      : changed(get, { data: { intentId } as never, metadata }, (row) => withLabel(row, told));
  });

/** A completed payment stays completed, even when a return is paid again. */
const unlessCompleted =
  (columns: Columns) =>
  ({ status }: PaymentRow): Columns =>
    status === 'COMPLETED' ? {} : columns;

const handlers: Handlers<Told> = {
  CashoutIntentCreated: (event) => {
    const { intentId, payout, createdAt, reference = null } = event.data;
    return opened(event, event.data, {
      ...{ payment_id: intentId, kind: 'CASHOUT', status: 'PENDING', reference },
      ...{ amount_cents: payout.amountCents, method: payout.kind, created_at: createdAt },
    });
  },
  CashinIntentCreated: (event) => {
    const { intentId, amountCents, createdAt, reference = null } = event.data;
    return opened(event, event.data, {
      ...{ payment_id: intentId, kind: 'CASHIN', status: 'ACTIVE', reference },
      ...{ amount_cents: amountCents, method: 'PIX_CHARGE', created_at: createdAt },
    });
  },
  WithdrawalRequested: (event) => {
    const { withdrawId, payout, requestedAt } = event.data;
    return opened(event, event.data, {
      ...{ payment_id: withdrawId, kind: 'WITHDRAW', status: 'PROCESSING', reference: null },
      ...{ amount_cents: payout.amountCents, method: payout.kind, created_at: requestedAt },
    });
  },
  DepositAccepted: (event, get) => [
    ...changed(get, event, (row) => {
      const isOver = BigInt(event.data.amountBaseUnits) > BigInt(row.amount_base_units);
      return { status: 'PROCESSING', ...(isOver ? withLabel(row, 'OVER') : {}) };
    }),
    ...name(get, event, 'TRANSACTION', event.data.txid),
  ],
  DepositUnmatched: refused,
  DepositReleased: refused,
  CashoutExpired: (event, get) => changed(get, event, { status: 'EXPIRED' }),
  PayoutRejected: (event, get) => changed(get, event, unlessCompleted({ reason_code: event.data.code })),
  PayoutSettled: (event, get) => [
    ...changed(get, event, { reason_code: null }),
    ...name(get, event, 'END_TO_END_ID', event.data.endToEndId),
  ],
  PayoutHeld: (event, get) => changed(get, event, { held: true }),
  PayoutReleased: (event, get) => changed(get, event, { held: false }),
  CashoutCompleted: (event, get) => changed(get, event, { status: 'COMPLETED', completed_at: event.data.completedAt }),
  CashoutFailed: (event, get) => changed(get, event, { status: 'FAILED', reason_code: event.data.reasonCode }),
  ChargeCreated: (event, get) => [
    ...name(get, event, 'CHARGE', event.data.providerId),
    ...name(get, event, 'CHARGE', event.data.txid),
  ],
  PixReceived: (event, get) => name(get, event, 'END_TO_END_ID', event.data.endToEndId),
  DeliverySent: (event, get) => name(get, event, 'TRANSACTION', event.data.txId),
  DeliveryConfirmed: (event, get) => name(get, event, 'TRANSACTION', event.data.txId),
  CashinCompleted: (event, get) => changed(get, event, { status: 'COMPLETED', completed_at: event.data.completedAt }),
  CashinExpired: (event, get) => changed(get, event, { status: 'EXPIRED' }),
  CashinFailed: (event, get) => changed(get, event, { status: 'FAILED', reason_code: event.data.reasonCode }),
  CashinHeld: (event, get) => changed(get, event, { held: true }),
  CashinReleased: (event, get) => changed(get, event, { held: false }),
  RedemptionSettled: (event, get) => name(get, event, 'TRANSACTION', event.data.debit.txid),
  WithdrawalCompleted: (event, get) =>
    changed(get, event, { status: 'COMPLETED', completed_at: event.data.completedAt }),
  WithdrawalFailed: (event, get) => changed(get, event, { status: 'FAILED', reason_code: event.data.reasonCode }),
};

const OPENING: ReadonlySet<LedgerEvent['type']> = new Set([
  'CashoutIntentCreated',
  'CashinIntentCreated',
  'WithdrawalRequested',
]);

const refusedIntents = ({ type, data }: Recorded): readonly string[] =>
  type === 'DepositUnmatched' || type === 'DepositReleased'
    ? (data.refused?.intents ?? []).map(({ intentId }) => intentId)
    : [];

/** Payments of every kind in one table, with their names, for operators. */
export const paymentsProjection: Projection<'payments', StreamPrefix> = {
  name: 'payments',
  tables: [payments, paymentNames],
  streamPrefixes: ['cashout-', 'cashin-', 'withdrawal-', 'deposit-'],
  keys: (event) => {
    if (event.stream.startsWith('deposit-')) return refusedIntents(event).map((id) => keyOf(payments, id));
    const id = OPENING.has(event.type) || !(event.type in handlers) ? null : idIn(event.data);
    return id === null ? [] : [keyOf(payments, id)];
  },
  apply: applyWith(handlers),
};
