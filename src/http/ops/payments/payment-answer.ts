import { possibleDecisions } from '../../../../commands/trouble/possible-decisions';
import { type PaymentFacts, readPaymentFacts } from '../../../../read-models/operators/payment-facts';
import { shownKycStatus } from '../../../../read-models/users/users';
import type { DeliveryRow } from '../../../../read-models/webhooks/webhook-deliveries';
import { streamOf } from '../../../reads/as-of/events-as-of';
import type { AsOf } from '../../../reads/as-of/facts-as-of';
import type { HttpDeps } from '../../deps';
import { receiptUrlOf } from '../../receipts/receipt-pages';
import type { OpsDeps } from '../ops-deps';
import { brl } from './amounts';
import { asOf, noPayment } from './as-of';
import { moneyInOf } from './money-in';
import { moneyOutOf, refundOf } from './money-out';
import type {
  OpsDecisionName,
  OpsMoment,
  OpsPartnerName,
  OpsPayment,
  OpsPeople,
  OpsReceipt,
  OpsWebhook,
} from './payment.dto';
import { isHeld, stepsOf } from './payment-steps';
import { termsOf } from './payment-terms';

const momentOf = (events: AsOf['events']): OpsMoment | null => {
  const last = events.at(-1);
  return last === undefined ? null : { position: last.position.commit.toString(), at: last.metadata.at };
};

type Receipts = Pick<HttpDeps, 'receiptPages' | 'settings'>;

/** The current state, or the state at a moment. Refuses PAYMENT_NOT_FOUND, and a moment before its beginning. */
export const paymentAnswer = async (deps: Receipts, ops: OpsDeps, id: string, at?: string): Promise<OpsPayment> => {
  if (at !== undefined) {
    const { facts, events } = await asOf(ops, id, at);
    // Receipts and decisions belong to the present.
    return { ...paymentOf(ops, facts), receipts: [], possibleDecisions: [], asOf: momentOf(events) };
  }
  const facts = await readPaymentFacts(ops.query, id);
  if (facts === null) throw noPayment();
  const [receipts, decisions] = await Promise.all([receiptsOf(deps, id), decisionsOn(ops, facts)]);
  return { ...paymentOf(ops, facts), receipts, possibleDecisions: decisions, asOf: null };
};

/** Reads the log, as the commands do. */
const decisionsOn = async ({ readStream, clock }: OpsDeps, { payment }: PaymentFacts): Promise<OpsDecisionName[]> => [
  ...possibleDecisions(payment.kind, await readStream(streamOf(payment)), clock.iso()),
];

type Present = 'receipts' | 'possibleDecisions' | 'asOf';

const paymentOf = (ops: OpsDeps, facts: PaymentFacts): Omit<OpsPayment, Present> => {
  const { payment, stages, deliveries, revision, knownTo } = facts;
  const { id, kind, row } = payment;
  return {
    id,
    kind,
    mode: row.mode,
    status: row.status,
    reasonCode: row.reason_code,
    labels: payment.kind === 'CASHOUT' ? [...payment.row.labels] : [],
    isHeld: isHeld(stages),
    partner: partnerOf(facts),
    terms: termsOf(payment),
    people: peopleOf(facts),
    steps: stepsOf(kind, stages),
    moneyIn: moneyInOf(ops, facts),
    moneyOut: moneyOutOf(facts),
    refund: refundOf(facts),
    webhooks: deliveries.map(webhookOf),
    createdAt: row.created_at,
    expiresAt: 'expires_at' in row ? row.expires_at : null,
    confirmedAt: 'confirmed_at' in row ? row.confirmed_at : null,
    completedAt: row.completed_at,
    updatedAt: row.updated_at,
    revision,
    knownTo,
  };
};

const partnerOf = ({ partner, payment }: PaymentFacts): OpsPartnerName => ({
  partnerId: payment.row.partner_id,
  name: partner?.name ?? payment.row.partner_id,
  status: partner?.status ?? 'REVOKED',
});

const peopleOf = ({ payment, user }: PaymentFacts): OpsPeople => {
  const isThere = user !== null && !user.erased;
  const { kind, row } = payment;
  return {
    userId: row.user_id,
    kycStatus: isThere ? shownKycStatus(user) : null,
    isErased: user?.erased === true,
    hasExternalId: isThere && user.external_user_id !== null,
    payee:
      kind === 'CASHIN'
        ? { kind: 'WALLET', shown: payment.row.destination }
        : { kind: payment.row.payout_kind, shown: payment.row.destination_masked },
    payerMasked: kind === 'CASHIN' ? payment.row.payer_tax_id_masked : null,
  };
};

const receiptsOf = async (deps: Receipts, id: string): Promise<OpsReceipt[]> => {
  const receipt = await deps.receiptPages.find(id);
  if (receipt === null) return [];
  const { paidCents, returnedCents, endToEndId, paidAt } = receipt;
  const amounts = { paid: brl(paidCents.toString()), returned: brl(returnedCents.toString()) };
  return [{ url: receiptUrlOf(deps, id), ...amounts, endToEndId, paidAt }];
};

const webhookOf = (row: DeliveryRow): OpsWebhook => ({
  deliveryId: row.delivery_id,
  event: row.event,
  status: row.status,
  destination: row.destination_url === null ? null : withoutSecrets(row.destination_url),
  replays: row.replays,
  attempts: row.attempts,
  lastStatus: row.last_status,
  lastError: row.last_error,
  nextAttemptAt: row.next_attempt_at,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});

/** Partners put tokens into user names and queries. */
const withoutSecrets = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
};
