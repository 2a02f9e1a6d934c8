import { openUnder, type RequestedDelivery, type SentDelivery } from '../../delivery/state';
import { isEstimate } from '../../quote/price-gross';
import { isSameTransaction } from '../../refund-transfer/refund-transfer';
import type {
  AbandonDelivery,
  CashinCommand,
  DeliveryOutcome,
  DoubtDelivery,
  RecordDelivery,
  RequestDelivery,
  SendDelivery,
} from '../commands';
import { ARRIVED_AGAINST_WORD, ARRIVED_BESIDE_WORD, contradict, FAILED_AGAINST_WORD } from '../contradiction';
import { completed, givenUp } from '../ending';
import type { CashinEvent } from '../events';
import { evolve } from '../evolve';
import { REFUSAL_TEXTS } from '../judging';
import {
  acceptedPix,
  contradictionOf,
  isContradicted,
  isDisputed,
  isSaidBack,
  isSaidEnded,
  type KnownCashin,
  lostCentsOf,
} from '../state';
import { recordLate } from './late-delivery';

export type DeliveryCommand = Extract<
  CashinCommand,
  { readonly type: 'RequestDelivery' | 'SendDelivery' | 'RecordDelivery' | 'AbandonDelivery' | 'DoubtDelivery' }
>;

export const decideDelivery = (state: KnownCashin, command: DeliveryCommand): readonly CashinEvent[] => {
  switch (command.type) {
    case 'RequestDelivery':
      return requestDelivery(state, command);
    case 'SendDelivery':
      return sendDelivery(state, command);
    case 'RecordDelivery':
      return recordDelivery(state, command);
    case 'AbandonDelivery':
      return abandonDelivery(state, command);
    case 'DoubtDelivery':
      return doubtDelivery(state, command);
  }
};

export const isInDoubt = (state: KnownCashin): boolean => {
  const pix = acceptedPix(state);
  return pix === null || isDisputed(pix) || isPixLost(state) || isContradicted(state);
};

/** A delivery waits in doubt, after a proposal of an operator, or when the log may lack a sending. */
export const isHeld = (state: KnownCashin): boolean => state.hold !== null || isInDoubt(state) || isSaidEnded(state);

const requestDelivery = (state: KnownCashin, { deliveryIdOf, now }: RequestDelivery): readonly CashinEvent[] => {
  const { status, facts, delivery } = state;
  const { deliveryProvider: provider } = facts;
  if (status !== 'ACTIVE' || provider === null || isHeld(state)) return [];
  if (delivery.phase !== 'NONE' && delivery.phase !== 'WAITING') return [];
  if (delivery.phase === 'WAITING' && now < delivery.nextAttemptAt) return [];
  const attempt = delivery.phase === 'WAITING' ? delivery.attempt + 1 : 1;
  const { intentId, assetId, network, amountBaseUnits, minimumBaseUnits, destination } = facts;
  const owed = { intentId, assetId, network, amountBaseUnits, minimumBaseUnits, destination };
  const data = { ...owed, attempt, deliveryId: deliveryIdOf(attempt), provider, requestedAt: now };
  return [{ type: 'DeliveryRequested', data }];
};

/** The fence: only the worker whose append succeeds broadcasts, and only these prepared bytes under this id. */
const sendDelivery = (state: KnownCashin, command: SendDelivery): readonly CashinEvent[] => {
  const { status, facts, delivery } = state;
  const { deliveryId, prepared, txId, workerId, now } = command;
  if (status !== 'ACTIVE' || delivery.phase !== 'REQUESTED' || delivery.deliveryId !== deliveryId) return [];
  if (isHeld(state)) return [];
  const { intentId, assetId, network, amountBaseUnits } = facts;
  const { attempt, provider } = delivery;
  const sent = { intentId, assetId, network, amountBaseUnits, attempt, provider };
  return [{ type: 'DeliverySent', data: { ...sent, deliveryId, prepared, txId, workerId, sentAt: now } }];
};

const recordDelivery = (state: KnownCashin, command: RecordDelivery): readonly CashinEvent[] => {
  const { deliveryId, outcome, now } = command;
  const open = openUnder(state.delivery, deliveryId);
  if (outcome.kind === 'FAILED' && outcome.isBeforeSending === true && open?.phase !== 'REQUESTED') return [];
  if (open === null) return recordLate(state, command);
  const opposite = saidOtherwise(state, outcome);
  if (opposite !== null) return contradict(state, deliveryId, opposite, now);
  if (outcome.kind === 'FAILED') return fail(state, open, command, outcome);
  if (isLeftToPeople(state, deliveryId)) return [];
  if (open.phase !== 'SENT') return contradict(state, deliveryId, 'delivered before it was sent', now);
  return confirm(state, open, command, outcome);
};

/** A contradiction with the proposal of one operator, who may have acted by hand. Null: no contradiction. */
const saidOtherwise = ({ proposal, accepted, facts }: KnownCashin, outcome: DeliveryOutcome): string | null => {
  const said = proposal?.end.how === 'DELIVERED' ? proposal.end : null;
  if (outcome.kind === 'FAILED') return said === null ? null : FAILED_AGAINST_WORD;
  if (said !== null && !isSameTransaction(facts.network, said.txId, outcome.txId)) return ARRIVED_BESIDE_WORD;
  return isSaidBack({ proposal }, accepted) ? ARRIVED_AGAINST_WORD : null;
};

type Confirmed = Extract<DeliveryOutcome, { readonly kind: 'CONFIRMED' }>;

/** True when two operators must decide if the PIX was refunded too, or the delivery sent twice. */
const isLeftToPeople = ({ contradictions }: KnownCashin, deliveryId: string): boolean =>
  [ARRIVED_AGAINST_WORD, ARRIVED_BESIDE_WORD].some((word) =>
    contradictions.includes(contradictionOf(deliveryId, word)),
  );

const confirm = (
  state: KnownCashin,
  { deliveryId, provider }: SentDelivery,
  { now }: RecordDelivery,
  { kind, ...said }: Confirmed,
): readonly CashinEvent[] => {
  const { intentId, assetId, network, amountBaseUnits, minimumBaseUnits } = state.facts;
  const delivered = BigInt(said.deliveredBaseUnits);
  const isAnother = !isEstimate(state.facts) && delivered !== BigInt(amountBaseUnits);
  if (delivered < BigInt(minimumBaseUnits) || isAnother) {
    return contradict(state, deliveryId, `delivered ${delivered} of ${amountBaseUnits}`, now);
  }
  const owed = { intentId, deliveryId, provider, assetId, network, amountBaseUnits };
  const confirmed: CashinEvent = { type: 'DeliveryConfirmed', data: { ...owed, ...said, confirmedAt: now } };
  return [confirmed, completed(evolve(state, confirmed) as KnownCashin, now)];
};

type Failure = Extract<DeliveryOutcome, { readonly kind: 'FAILED' }>;

/**
 * A contradiction or a taken-back PIX stops retries. During a hold no refund follows: the log may lack a later attempt.
 */
const fail = (
  state: KnownCashin,
  { phase, attempt, deliveryId, provider }: RequestedDelivery | SentDelivery,
  { attemptDelaysMs, now }: RecordDelivery,
  { code, message, retryClass }: Failure,
): readonly CashinEvent[] => {
  if (state.status !== 'ACTIVE' || isContradicted(state)) return [];
  const wasSent = phase === 'SENT';
  if (state.hold !== null && !wasSent) return [];
  const { intentId, assetId, network, amountBaseUnits } = state.facts;
  const isLost = isPixLost(state);
  const delayMs = retryClass && !isLost ? attemptDelaysMs[attempt - 1] : undefined;
  const nextAttemptAt = delayMs === undefined ? null : new Date(Date.parse(now) + delayMs).toISOString();
  const about = { intentId, deliveryId, provider, assetId, network, amountBaseUnits, attempt };
  const data = { ...about, wasSent, code, message, nextAttemptAt, failedAt: now };
  const event: CashinEvent = { type: 'DeliveryFailed', data };
  if (nextAttemptAt !== null || state.hold !== null) return [event];
  if (isLost) return [event, ...givenUp(state, 'DISPUTE_LOST', PIX_LOST, now)];
  return [event, ...givenUp(state, 'DELIVERY_FAILED', { reasonCode: code, reason: message }, now)];
};

const isPixLost = (state: KnownCashin): boolean => {
  const pix = acceptedPix(state);
  return pix !== null && lostCentsOf(pix) > 0n;
};

const PIX_LOST = { reasonCode: 'DISPUTE_LOST', reason: REFUSAL_TEXTS.DISPUTE_LOST } as const;

const abandonDelivery = (state: KnownCashin, { code, message, now }: AbandonDelivery): readonly CashinEvent[] => {
  const { status, accepted, facts, delivery, hold } = state;
  if (status !== 'ACTIVE' || accepted === null || facts.deliveryProvider === null) return [];
  if (hold !== null || isContradicted(state)) return [];
  if (delivery.phase !== 'NONE' && delivery.phase !== 'WAITING') return [];
  return givenUp(state, 'DELIVERY_FAILED', { reasonCode: code, reason: message }, now);
};

/** A doubtful delivery waits for an operator: no automatic retry or refund. */
const doubtDelivery = (state: KnownCashin, { deliveryId, detail, now }: DoubtDelivery): readonly CashinEvent[] => {
  const { delivery } = state;
  const isKnown = delivery.phase === 'CONFIRMED' && delivery.deliveryId === deliveryId;
  return isKnown ? contradict(state, deliveryId, detail, now) : [];
};
