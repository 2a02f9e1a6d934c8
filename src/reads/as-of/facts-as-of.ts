import type { Recorded } from '../../../aggregates/events';
import { accounts } from '../../../projections/accounts';
import { depositsProjection } from '../../../projections/deposits';
import { cashinIntentsProjection } from '../../../projections/payments/cashin-intents';
import { cashoutIntentsProjection } from '../../../projections/payments/cashout-intents';
import { payoutsProjection } from '../../../projections/payments/payouts';
import { withdrawalsProjection } from '../../../projections/payments/withdrawals';
import type { Projection } from '../../../projections/projection';
import { type DepositRow, deposits } from '../../../read-models/matching/deposits';
import { FAMILY_ROWS } from '../../../read-models/operators/family-rows';
import {
  findAnyPayment,
  type PaymentFacts,
  paying,
  quoteOf,
  readKnownTo,
  type Stage,
} from '../../../read-models/operators/payment-facts';
import { partners } from '../../../read-models/partners/partners';
import { cashinIntents } from '../../../read-models/payments/cashin-intents';
import { cashoutIntents } from '../../../read-models/payments/cashout-intents';
import { type Payment, paymentOf } from '../../../read-models/payments/payments';
import { withdrawals } from '../../../read-models/payments/withdrawals';
import { payouts } from '../../../read-models/steps/payouts';
import type { Query, Row, Table } from '../../../read-models/table';
import { users } from '../../../read-models/users/users';
import { type DeliveryRow, listDeliveriesAbout } from '../../../read-models/webhooks/webhook-deliveries';
import { type Moment, readEventsAsOf, streamOf } from './events-as-of';
import { foldedRows, type Rows } from './folded-rows';

const PROJECTIONS: readonly Projection[] = [
  ...[accounts, cashoutIntentsProjection, cashinIntentsProjection, withdrawalsProjection],
  ...[payoutsProjection, depositsProjection],
];

const TABLES = { CASHOUT: cashoutIntents, CASHIN: cashinIntents, WITHDRAW: withdrawals };

const MOST_DELIVERIES = 100;

export interface AsOf {
  readonly facts: PaymentFacts;
  /** Up to the moment, in the order of the log. */
  readonly events: readonly Recorded[];
}

/** The payment as known at a moment; null for an unknown id, and TOO_EARLY before its first event. */
export const readAsOf = async (query: Query, id: string, moment: Moment): Promise<AsOf | 'TOO_EARLY' | null> => {
  const knownTo = await readKnownTo(query);
  const today = await findAnyPayment(query, id);
  if (today === null) return null;
  const [events, sent] = await Promise.all([
    readEventsAsOf(query, today, moment),
    listDeliveriesAbout(query, id, MOST_DELIVERIES),
  ]);
  const rows = foldedRows(PROJECTIONS, events);
  const payment = paymentIn(rows, today);
  if (payment === null) return 'TOO_EARLY';
  const considered = depositsIn(rows, id);
  const streams = [streamOf(payment), ...quoteOf(payment), ...paying(considered, id)];
  const own = events.filter(({ stream }) => stream === streamOf(payment));
  const facts: PaymentFacts = {
    revision: own.at(-1)?.revision ?? payment.row.revision,
    ...{ payment, knownTo, deposits: considered, stages: stagesIn(events, streams) },
    payouts: rows(payouts).filter(({ stream }) => stream === streamOf(payment)),
    deliveries: sent.flatMap((row) => deliveryAsOf(row, events)),
    partner: rows(partners)[0] ?? null,
    user: rows(users).find(({ user_id: userId }) => userId === payment.row.user_id) ?? null,
  };
  return { facts, events };
};

const paymentIn = (rows: Rows, { kind, id }: Payment): Payment | null => {
  const row = rows(TABLES[kind] as unknown as Table).find((each: Row) => each[FAMILY_ROWS[kind].id] === id);
  return row === undefined ? null : paymentOf(kind, row as unknown as Payment['row']);
};

const depositsIn = (rows: Rows, id: string): readonly DepositRow[] =>
  rows(deposits).filter((row) => row.intent_id === id || row.candidates.some(({ intentId }) => intentId === id));

const stagesIn = (events: readonly Recorded[], streams: readonly string[]): readonly Stage[] => {
  const own = events.filter(({ stream }) => streams.includes(stream));
  return [...new Set(own.map(({ type }) => type))].map((type) => {
    const ofType = own.filter((event) => event.type === type);
    const last = Math.max(...ofType.map(({ revision }) => revision));
    return { type, first_at: ofType[0]!.metadata.at, last_revision: last };
  });
};

const ENDS: { readonly [type: string]: DeliveryRow['status'] } = {
  ...{ WebhookDelivered: 'DELIVERED', WebhookExhausted: 'EXHAUSTED', WebhookCancelled: 'CANCELLED' },
  WebhookReplayRequested: 'PENDING',
};

/** A delivery that existed then, with the partner's answers until then. */
const deliveryAsOf = (row: DeliveryRow, events: readonly Recorded[]): readonly DeliveryRow[] => {
  const last = events.at(-1);
  if (last === undefined || BigInt(row.position_commit) > last.position.commit) return [];
  const own = events.filter(({ stream, type }) => stream === `webhook-${row.delivery_id}` && type in ENDS);
  const end = own.at(-1);
  const attempts = row.history.filter(({ at }) => at <= last.metadata.at);
  const answer = attempts.at(-1);
  const status = row.status === 'UNSENT' ? 'UNSENT' : (ENDS[end?.type ?? ''] ?? 'PENDING');
  return [
    {
      ...row,
      ...{ status, attempts: attempts.length, history: attempts, next_attempt_at: null },
      replays: own.filter(({ type }) => type === 'WebhookReplayRequested').length,
      ...{ last_status: answer?.status ?? null, last_error: answer?.error ?? null },
      finished_at: end === undefined || status === 'PENDING' ? null : end.metadata.at,
    },
  ];
};
