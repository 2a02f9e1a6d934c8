import { type DeliveryState, mayArrive } from '../delivery/state';
import { isSent, type RefundState } from '../refund/state';
import { rejection } from '../rejection';
import type { FoundDelivery, FoundRefund, RecoverCashin } from './commands';
import { givenUp } from './ending';
import type { CashinEvent } from './events';
import { evolve } from './evolve';
import { REFUSAL_TEXTS } from './judging';
import { inTurn, recordForgotten, type Step } from './phases/charge-phase';
import { acceptedPix, isContradicted, type KnownCashin, type Pix, pixOf } from './state';

/** The cash-in stays on hold, and each find is asked about. Throws WRONG_STATE for a find that contradicts the log. */
export const recoverCashin = (state: KnownCashin, command: RecoverCashin): readonly CashinEvent[] => {
  if (state.hold === null) throw rejection('WRONG_STATE', 'The log has lost no event of this cash-in');
  if (isContradicted(state)) throw contradiction('a provider has contradicted itself about this cash-in');
  return inTurn(state, [
    (before) => chargeOf(before, command),
    ...command.refunds.map((found) => recoveringRefund(found, command)),
    ...(command.delivery === null ? [] : [recoveringDelivery(command.delivery, command)]),
  ]);
};

const chargeOf = (state: KnownCashin, command: RecoverCashin): readonly CashinEvent[] => {
  const told = recordForgotten(state, command);
  for (const { type, data } of told)
    if (type === 'CashinContradicted') throw contradiction(`${data.about} ${data.detail}`);
  return told;
};

const contradiction = (what: string) => rejection('WRONG_STATE', `The payment stays on hold: ${what}`);

const recoveringRefund =
  (found: FoundRefund, command: RecoverCashin): Step =>
  (state) => {
    const { endToEndId, attempt, refundKey, amountCents } = found;
    const owing = owedBack(state, endToEndId, command.now);
    const after = owing.reduce(evolve, state) as KnownCashin;
    const refund = pixOf(after, endToEndId)?.refund ?? null;
    mustBeNext(refund, found);
    const { intentId, chargeProvider: provider } = state.facts;
    const { workerId, now } = command;
    const key = { intentId, endToEndId, refundKey };
    const sent = { ...key, attempt, provider, amountCents, workerId, dispatchedAt: now, notAfter: now };
    return [
      ...owing,
      { type: 'ChargeRefundDispatched', data: sent },
      { type: 'ChargeRefundUnknown', data: { ...key, reason: 'found after a loss of the log', unknownAt: now } },
    ];
  };

/** The log lacks the failure of the delivery after which the PIX was refunded. */
const owedBack = (state: KnownCashin, endToEndId: string, now: string): readonly CashinEvent[] => {
  const pix: Pix | null = pixOf(state, endToEndId);
  if (pix === null) throw contradiction(`PIX ${endToEndId} was refunded, but the charge does not list it`);
  if (pix.refund !== null) return [];
  if (state.status !== 'ACTIVE' || mayArrive(state.delivery)) {
    throw contradiction(`PIX ${endToEndId} was refunded, and its crypto may be delivered too`);
  }
  const why = { reasonCode: 'DELIVERY_FAILED', reason: REFUSAL_TEXTS.DELIVERY_FAILED };
  return givenUp(state, 'DELIVERY_FAILED', why, now);
};

const mustBeNext = (refund: RefundState | null, { attempt, amountCents, refundKey }: FoundRefund): void => {
  if (refund === null || isSent(refund) || refund.phase === 'DONE') {
    throw contradiction(`refund ${refundKey} was sent while another refund was open or complete`);
  }
  const isNext = refund.phase === 'DUE' ? attempt >= refund.attempt : attempt > refund.attempt;
  if (!isNext) throw contradiction(`the log already contains refund attempt ${attempt}`);
  if (BigInt(amountCents) !== refund.dueCents) {
    throw contradiction(`refund ${refundKey} has ${amountCents} cents, but ${refund.dueCents} cents are due`);
  }
};

const recoveringDelivery =
  (found: FoundDelivery, { workerId, now }: RecoverCashin): Step =>
  (state) => {
    const { facts, delivery } = state;
    const { deliveryProvider: provider, intentId, assetId, network } = facts;
    mustBeOwed(state, found);
    if (provider === null) throw contradiction('the partner delivers this cash-in');
    const { attempt, deliveryId, txId, prepared } = found;
    const { amountBaseUnits, minimumBaseUnits, destination } = facts;
    const about = { intentId, attempt, deliveryId, provider, assetId, network, amountBaseUnits };
    const sent: CashinEvent = { type: 'DeliverySent', data: { ...about, txId, prepared, workerId, sentAt: now } };
    if (delivery.phase === 'REQUESTED' && delivery.deliveryId === deliveryId) return [sent];
    const requested = { ...about, minimumBaseUnits, destination, requestedAt: now };
    return [{ type: 'DeliveryRequested', data: requested }, sent];
  };

const mustBeOwed = (state: KnownCashin, { attempt, deliveryId }: FoundDelivery): void => {
  const { status, delivery } = state;
  if (status !== 'ACTIVE' || acceptedPix(state) === null) {
    throw contradiction(`delivery ${deliveryId} was sent without a PIX that pays for it`);
  }
  if (mayArrive(delivery))
    throw contradiction(`delivery ${deliveryId} was sent while another delivery was open or complete`);
  if (attempt < nextAttemptOf(delivery)) throw contradiction(`the log already contains delivery attempt ${attempt}`);
};

const nextAttemptOf = (delivery: DeliveryState): number => {
  if (!('attempt' in delivery)) return 1;
  return delivery.phase === 'REQUESTED' ? delivery.attempt : delivery.attempt + 1;
};
