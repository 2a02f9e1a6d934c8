import { mayArrive } from '../delivery/state';
import { isSent } from '../refund/state';
import type { RecordDispute } from './commands';
import { contradict } from './contradiction';
import { givenUp } from './ending';
import type { CashinEvent } from './events';
import { evolve } from './evolve';
import { REFUSAL_TEXTS } from './judging';
import { isContradicted, type KnownCashin, lostCentsOf, type Pix, pixOf } from './state';

/** Disputes per PIX: an operator knows by then. */
export const MAXIMUM_DISPUTES = 20;

/** The payer's bank asks for a PIX back. It only moves forward; nothing leaves while one is open. */
export const recordDispute = (state: KnownCashin, command: RecordDispute): readonly CashinEvent[] => {
  const { disputeId, endToEndId, now } = command;
  const pix = pixOf(state, endToEndId);
  if (pix === null) return [];
  const known = pix.disputes.find((dispute) => dispute.disputeId === disputeId);
  if (known === undefined && pix.disputes.length >= MAXIMUM_DISPUTES) return [];
  const objection = known === undefined ? objectionTo(pix, command) : null;
  if (objection !== null) return contradict(state, disputeId, objection, now);
  if (known !== undefined && known.state !== 'OPEN') {
    if (command.state === 'OPEN' || command.state === known.state) return [];
    return contradict(state, disputeId, `${command.state} after it had been ${known.state}`, now);
  }
  const opened = known === undefined ? [openedBy(state, command)] : [];
  // Held, nobody knows whether it was delivered for: it stays open, and is asked about again.
  if (command.state === 'OPEN' || (command.state === 'LOST' && state.hold !== null)) return opened;
  const amountCents = (known?.amountCents ?? BigInt(command.amountCents)).toString();
  return [...opened, ...decided(state, pix, { ...command, amountCents })];
};

const objectionTo = (pix: Pix, { amountCents }: RecordDispute): string | null => {
  const openCents = pix.disputes.reduce(
    (sum, dispute) => (dispute.state === 'OPEN' ? sum + dispute.amountCents : sum),
    0n,
  );
  const leftCents = pix.amountCents - lostCentsOf(pix) - openCents;
  const isPossible = BigInt(amountCents) > 0n && BigInt(amountCents) <= leftCents;
  return isPossible ? null : `disputes ${amountCents} of ${leftCents} cents`;
};

const openedBy = ({ facts }: KnownCashin, command: RecordDispute): CashinEvent => {
  const { disputeId, endToEndId, amountCents, reason, now } = command;
  const { intentId, chargeProvider: provider } = facts;
  return {
    type: 'DisputeOpened',
    data: { intentId, endToEndId, disputeId, provider, amountCents, reason, openedAt: now },
  };
};

const decided = (state: KnownCashin, pix: Pix, command: RecordDispute): readonly CashinEvent[] => {
  const { disputeId, endToEndId, amountCents, now } = command;
  const { intentId, chargeProvider: provider } = state.facts;
  const data = { intentId, endToEndId, disputeId, provider, amountCents };
  if (command.state === 'WON') return [{ type: 'DisputeWon', data: { ...data, wonAt: now } }];
  const isAccepted = state.accepted === endToEndId;
  const wasDelivered = isAccepted && (state.status === 'COMPLETED' || mayArrive(state.delivery));
  const lost: CashinEvent = { type: 'DisputeLost', data: { ...data, wasDelivered, lostAt: now } };
  const after = evolve(state, lost) as KnownCashin;
  if (isAccepted && state.status === 'ACTIVE' && !wasDelivered && !isContradicted(state)) {
    const why = { reasonCode: 'DISPUTE_LOST', reason: REFUSAL_TEXTS.DISPUTE_LOST };
    return [lost, ...givenUp(after, 'DISPUTE_LOST', why, now)];
  }
  const isOnItsWay = isSent(pix.refund) || pix.refund?.phase === 'DONE';
  if (!isOnItsWay) return [lost];
  return [lost, ...contradict(after, disputeId, 'lost although the PIX was being refunded', now)];
};
