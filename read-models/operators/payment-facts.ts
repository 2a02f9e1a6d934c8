import { FAMILIES } from '../../aggregates/families';
import { type DepositRow, listDepositsConsidered } from '../matching/deposits';
import { findPartner, type PartnerRow } from '../partners/partners';
import { PAYMENT_KINDS, type Payment, type PaymentRows, paymentOf } from '../payments/payments';
import { listPayoutsOf, type PayoutRow } from '../steps/payouts';
import type { Query } from '../table';
import type { UserRow } from '../users/users';
import { type DeliveryRow, listDeliveriesAbout } from '../webhooks/webhook-deliveries';
import { FAMILY_ROWS } from './family-rows';
import { findAnyUser } from './operator-lists';

// Across partners: never for the partners' surface.

/** First events of each type for a payment, its quote and the deposits that pay it, and the last revision. */
export interface Stage {
  readonly type: string;
  readonly first_at: string;
  readonly last_revision: number;
}

export interface PaymentFacts {
  readonly payment: Payment;
  readonly stages: readonly Stage[];
  /** Deposits matched to the payment or considered for it, oldest first. */
  readonly deposits: readonly DepositRow[];
  readonly payouts: readonly PayoutRow[];
  /** The newest 100, oldest first. */
  readonly deliveries: readonly DeliveryRow[];
  readonly partner: PartnerRow | null;
  readonly user: UserRow | null;
  /** The last of the payment's stream. */
  readonly revision: number;
  /** Commit position up to which the rows of all these tables are complete. */
  readonly knownTo: string;
}

const MOST_DELIVERIES = 100;

export const findAnyPayment = async (query: Query, id: string): Promise<Payment | null> => {
  const found = await Promise.all(
    PAYMENT_KINDS.map(async (kind) => {
      const { table, id: column } = FAMILY_ROWS[kind];
      const [row] = await query<PaymentRows[typeof kind]>(`SELECT * FROM lastro.${table} WHERE ${column} = $1`, [id]);
      return row === undefined ? null : paymentOf(kind, row);
    }),
  );
  return found.find((payment) => payment !== null) ?? null;
};

export const readPaymentFacts = async (query: Query, id: string): Promise<PaymentFacts | null> => {
  // Read before the rows, so that they know at least this position.
  const knownTo = await readKnownTo(query);
  const payment = await findAnyPayment(query, id);
  if (payment === null) return null;
  const stream = `${FAMILIES[payment.kind].category}-${id}`;
  const [deposits, payouts, deliveries, partner, user, revision] = await Promise.all([
    payment.kind === 'CASHOUT' ? listDepositsConsidered(query, id) : [],
    listPayoutsOf(query, stream),
    listDeliveriesAbout(query, id, MOST_DELIVERIES),
    findPartner(query, payment.row.partner_id),
    findAnyUser(query, payment.row.user_id),
    readRevision(query, stream, payment.row.revision),
  ]);
  const stages = await listStages(query, [stream, ...quoteOf(payment), ...paying(deposits, id)]);
  return { payment, stages, deposits, payouts, deliveries, partner, user, revision, knownTo };
};

export const quoteOf = ({ kind, row }: Payment): readonly string[] =>
  kind === 'WITHDRAW' ? [] : [`quote-${row.quote_id}`];

export const paying = (deposits: readonly DepositRow[], id: string): readonly string[] =>
  deposits.filter(({ intent_id: intentId }) => intentId === id).map(({ deposit_id: each }) => `deposit-${each}`);

const listStages = (query: Query, streams: readonly string[]): Promise<readonly Stage[]> =>
  query<Stage>(
    `SELECT type, min(at) AS first_at, max(revision) AS last_revision FROM lastro.audit_trail
      WHERE stream = ANY($1::text[]) GROUP BY type`,
    [streams],
  );

/** A row keeps the revision of its last change; later events may not change it. */
const readRevision = async (query: Query, stream: string, atLeast: number): Promise<number> => {
  const text = 'SELECT max(revision) AS revision FROM lastro.audit_trail WHERE stream = $1';
  const [row] = await query<{ readonly revision: number | null }>(text, [stream]);
  return Math.max(row?.revision ?? atLeast, atLeast);
};

const KNOWN_TO = `SELECT coalesce(min(position_commit), -1)::text AS commit FROM lastro.named_checkpoints
  WHERE projection IN ('accounts', 'audit-trail', 'cashin-intents', 'cashout-intents', 'deposits', 'payouts',
    'webhook-outbox', 'withdrawals')`;

/** Commit position up to which a projection's rows are complete. */
export const readPositionOf = async (query: Query, projection: string): Promise<string> => {
  const text = 'SELECT position_commit::text AS commit FROM lastro.named_checkpoints WHERE projection = $1';
  const [row] = await query<{ readonly commit: string }>(text, [projection]);
  return row?.commit ?? '-1';
};

/** Commit position up to which every row of payments and their history is complete. */
export const readKnownTo = async (query: Query): Promise<string> => {
  const [row] = await query<{ readonly commit: string }>(KNOWN_TO, []);
  return row?.commit ?? '-1';
};
