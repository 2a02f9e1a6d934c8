import { openUnder } from '../delivery/state';
import type { WithdrawProposal } from '../payout/commands';
import { DECIDED_UNPAID, UNDECIDED_MS, withdrawnBy } from '../payout/trouble';
import { referencesOf } from '../quote/partner-references';
import { isSent, type RefundState, type SentRefund } from '../refund/state';
import { rejection } from '../rejection';
import type { DecideCashin } from './commands';
import { completed, failed, refundDue } from './ending';
import type { CashinEnd, CashinEvent } from './events';
import { evolve } from './evolve';
import {
  acceptedPix,
  isContradicted,
  isDisputed,
  isHeldByWord,
  isSaidBack,
  type KnownCashin,
  type Pix,
  pixOf,
} from './state';

type EndBy<How extends CashinEnd['how']> = Extract<CashinEnd, { readonly how: How }>;

/** Two operators report the same end. Throws WRONG_STATE where a provider may still end it, until 2 h have passed. */
export const decideCashin = (state: KnownCashin, command: DecideCashin): readonly CashinEvent[] => {
  const { end, by, mayPropose, now } = command;
  if (state.hold !== null) throw refusal('The cash-in is on hold: release it first');
  const ends = end.how === 'DELIVERED' ? delivered(state, end, command) : refunded(state, end, command);
  const { proposal, facts } = state;
  const about = { intentId: facts.intentId, end };
  if (proposal === null || !isSame(proposal.end, end)) {
    if (!mayPropose) throw refusal('No operator has proposed this end. An approver can only confirm a proposal');
    if (proposal !== null) mustLeaveNothing(state, proposal.end, end);
    return [{ type: 'CashinDecisionProposed', data: { ...about, proposedBy: by, proposedAt: now } }];
  }
  const { proposedBy } = proposal;
  if (proposedBy === by) return [];
  return [{ type: 'CashinDecided', data: { ...about, proposedBy, decidedBy: by, decidedAt: now } }, ...ends];
};

export const withdrawProposal = (
  { proposal, facts }: KnownCashin,
  command: WithdrawProposal,
): readonly CashinEvent[] => {
  if (proposal === null) return [];
  const data = { intentId: facts.intentId, ...withdrawnBy(proposal.proposedBy, command) };
  return [{ type: 'CashinProposalWithdrawn', data }];
};

const refusal = (message: string) => rejection('WRONG_STATE', message);

const isSame = (one: CashinEnd, other: CashinEnd): boolean =>
  one.how === 'DELIVERED'
    ? other.how === 'DELIVERED' && one.txId === other.txId && one.deliveredBaseUnits === other.deliveredBaseUnits
    : other.how === 'REFUNDED' && one.endToEndId === other.endToEndId && one.transfer === other.transfer;

/** A proposal on another PIX would release this PIX. A contradiction holds both. */
const mustLeaveNothing = (state: KnownCashin, said: CashinEnd, end: CashinEnd): void => {
  const pixIn = (each: CashinEnd) => (each.how === 'REFUNDED' ? each.endToEndId : state.accepted);
  if (pixIn(said) === pixIn(end) || isContradicted(state) || !isHeldByWord(state)) return;
  throw refusal(`An operator has proposed an end for PIX ${pixIn(said)}: finish that proposal first`);
};

export const deliveryIdIn = ({ delivery }: KnownCashin, deliveryIdOf: DecideCashin['deliveryIdOf']): string =>
  'deliveryId' in delivery ? delivery.deliveryId : deliveryIdOf('attempt' in delivery ? delivery.attempt : 1);

const isLong = (since: string, now: string): boolean => Date.parse(now) >= Date.parse(since) + UNDECIDED_MS;

const UNSENT: readonly string[] = ['NONE', 'REQUESTED', 'WAITING'];

const isUnsent = ({ delivery, acceptedAt }: KnownCashin, now: string): boolean =>
  acceptedAt !== null && UNSENT.includes(delivery.phase) && isLong(acceptedAt, now);

const isUntold = ({ delivery }: KnownCashin, now: string): boolean =>
  delivery.phase === 'SENT' && isLong(delivery.sentAt, now);

const notStuck = () =>
  refusal(
    'The cash-in may still continue by itself. Operators decide 2 h after its PIX or delivery, or after a contradiction',
  );

const delivered = (
  state: KnownCashin,
  { txId, deliveredBaseUnits }: EndBy<'DELIVERED'>,
  { deliveryIdOf, now }: DecideCashin,
): readonly CashinEvent[] => {
  const { status, facts } = state;
  const { intentId, deliveryProvider: provider, assetId, network, amountBaseUnits, minimumBaseUnits } = facts;
  const pix = acceptedPix(state);
  if (provider === null) throw refusal('The partner delivers this cash-in');
  if (status !== 'ACTIVE' || pix === null) throw refusal('This cash-in owes no crypto');
  if (!isContradicted(state) && !isUntold(state, now)) throw notStuck();
  if (isDisputed(pix)) throw disputed(pix);
  if (state.delivery.phase === 'FAILED') throw refusal('The delivery has failed permanently: refund the PIX');
  if (BigInt(deliveredBaseUnits) < BigInt(minimumBaseUnits)) {
    throw refusal(`The cash-in owes ${minimumBaseUnits} base units, and the delivery has only ${deliveredBaseUnits}`);
  }
  const about = {
    intentId,
    deliveryId: deliveryIdIn(state, deliveryIdOf),
    provider,
    assetId,
    network,
    amountBaseUnits,
  };
  const unknown = { debitedCents: null, networkFeeBaseUnits: null, blockTime: null };
  const data = { ...about, deliveredBaseUnits, txId, ...unknown, confirmedAt: now };
  const confirmed: CashinEvent = { type: 'DeliveryConfirmed', data };
  return [confirmed, completed(evolve(state, confirmed) as KnownCashin, now)];
};

const disputed = ({ endToEndId }: Pix) => refusal(`PIX ${endToEndId} is disputed: wait for the decision of its bank`);

const refunded = (
  state: KnownCashin,
  { endToEndId, transfer }: EndBy<'REFUNDED'>,
  command: DecideCashin,
): readonly CashinEvent[] => {
  const pix = pixOf(state, endToEndId);
  if (pix === null) throw refusal(`This cash-in has received no PIX ${endToEndId}`);
  if (isDisputed(pix)) throw disputed(pix);
  const before = pix.refund === null ? givenUp(state, pix, command) : [];
  const after = before.reduce(evolve, state) as KnownCashin;
  const refund = pixOf(after, endToEndId)?.refund ?? null;
  if (refund === null) return before;
  if (pix.refund !== null) mustNotEnd(state, { endToEndId, refund: pix.refund }, command);
  return [...before, done(state, { endToEndId, transfer, refund }, command)];
};

/** The PIX goes back, because no delivery follows any more. An existing refund is not owed twice. */
const givenUp = (state: KnownCashin, pix: Pix, { now }: DecideCashin): readonly CashinEvent[] => {
  const { status, accepted } = state;
  const isAccepted = accepted === pix.endToEndId;
  const isStuck = isAccepted && status === 'ACTIVE' && (isUnsent(state, now) || isUntold(state, now));
  if (!isContradicted(state) && !isStuck) throw notStuck();
  if (isAccepted && status !== 'ACTIVE') throw refusal('The crypto for this PIX was delivered');
  const due = refundDue(state, pix, isAccepted ? 'DELIVERY_FAILED' : 'INTENT_CLOSED', now);
  if (status !== 'ACTIVE' || (accepted !== null && !isAccepted)) return due;
  const ended = isAccepted ? endDelivery(state, now) : [];
  const after = ended.reduce(evolve, state) as KnownCashin;
  return [...ended, failed(after, { ...BY_OPERATORS, refundDue: due.length > 0 }, now), ...due];
};

const BY_OPERATORS = { reasonCode: DECIDED_UNPAID, reason: 'Decided by operators' } as const;

/** A delivery that arrives later under this id is a contradiction. */
const endDelivery = ({ facts, delivery }: KnownCashin, now: string): readonly CashinEvent[] => {
  const open = 'deliveryId' in delivery ? openUnder(delivery, delivery.deliveryId) : null;
  if (open === null) return [];
  const { intentId, assetId, network, amountBaseUnits } = facts;
  const { deliveryId, provider, attempt, phase } = open;
  const about = { intentId, deliveryId, provider, assetId, network, amountBaseUnits, attempt };
  const { reasonCode: code, reason: message } = BY_OPERATORS;
  const data = { ...about, wasSent: phase === 'SENT', code, message, nextAttemptAt: null, failedAt: now };
  return [{ type: 'DeliveryFailed', data }];
};

interface OwedBack {
  readonly endToEndId: string;
  readonly refund: RefundState;
}

/** Operators decide no refund that a provider or this service can still end. */
const mustNotEnd = (state: KnownCashin, { endToEndId, refund }: OwedBack, command: DecideCashin): void => {
  const { isGone, isUnsendable, now } = command;
  if (refund.phase === 'DONE') throw refusal('The PIX was already refunded');
  if (refund.dueCents === 0n) throw refusal('No refund of this PIX is due');
  // No refund was sent since the first operator's proposal.
  const isHalted = isGone || isContradicted(state) || isSaidBack(state, endToEndId);
  if (refund.phase === 'REFUSED' || (refund.phase === 'DUE' && isHalted)) return;
  if (refund.phase === 'DUE' && isUnsendable && isLong(refund.notBefore, now)) return;
  if (isSent(refund) && isOverdue(state, refund, now)) return;
  throw refusal(
    'The refund is in progress. Operators decide after its refusal, or 2 h after it became unknown or unsendable',
  );
};

/** A contradiction does not shorten the wait: an order that was just sent may still be carried out. */
const isOverdue = (state: KnownCashin, refund: SentRefund, now: string): boolean => {
  const sinceMs = Date.parse(refund.phase === 'UNKNOWN' ? refund.unknownAt : refund.dispatchedAt);
  return (refund.phase === 'UNKNOWN' || isContradicted(state)) && Date.parse(now) >= sinceMs + UNDECIDED_MS;
};

interface GivenBack extends OwedBack {
  readonly transfer: string;
}

const done = (
  { facts }: KnownCashin,
  { endToEndId, transfer: returnId, refund }: GivenBack,
  { refundKey, now: doneAt }: DecideCashin,
): CashinEvent => {
  const { intentId, chargeProvider: provider } = facts;
  const amountCents = (isSent(refund) ? refund.sentCents : refund.dueCents).toString();
  const paid = { intentId, endToEndId, refundKey, provider, amountCents, reason: refund.reason, returnId };
  return { type: 'ChargeRefundDone', data: { ...paid, ...referencesOf(facts), doneAt } };
};
