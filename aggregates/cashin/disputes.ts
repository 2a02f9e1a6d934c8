import { mayArrive } from '../delivery/state';
import { isSent } from '../refund/state';
import type { RecordCharge, RecordDispute, SeenDispute } from './commands';
import { contradict } from './contradiction';
import { givenUp } from './ending';
import type { CashinEvent } from './events';
import { evolve } from './evolve';
import { REFUSAL_TEXTS } from './judging';
import { type Dispute, isContradicted, type KnownCashin, lostCentsOf, type Pix, pixOf } from './state';

export const MAXIMUM_DISPUTES = 20;

/** Decides the disputes of one answer. A won dispute comes first, because it frees its cents for the others. */
export const disputing = (state: KnownCashin, { disputes, now }: RecordCharge): readonly DisputeStep[] => {
  const frees = ({ disputeId, endToEndId, state: how }: SeenDispute): boolean =>
    how === 'WON' && pixOf(state, endToEndId)?.disputes.some((known) => known.disputeId === disputeId) === true;
  const inOrder = [...disputes.filter(frees), ...disputes.filter((dispute) => !frees(dispute))];
  return inOrder.map((dispute) => {
    const command: RecordDispute = { type: 'RecordDispute', ...dispute, now };
    const isTorn = disputes.some((other) => contradicts(dispute, other));
    return (after) => (isTorn ? contradictPix(after, command, TORN) : recordDispute(after, command));
  });
};

type DisputeStep = (state: KnownCashin) => readonly CashinEvent[];

const TORN = 'is told in two ways by one answer';

const contradicts = (one: SeenDispute, other: SeenDispute): boolean =>
  one.disputeId === other.disputeId &&
  (one.endToEndId !== other.endToEndId || one.amountCents !== other.amountCents || one.state !== other.state);

/** The contradiction names the PIX, so that the PIX does not complete the intent where the partner delivers. */
const contradictPix = (state: KnownCashin, { disputeId, endToEndId, now }: RecordDispute, detail: string) =>
  contradict(state, endToEndId, `dispute ${disputeId} ${detail}`, now);

/** The payer's bank asks for a PIX back. A dispute only moves forward; an open dispute stops every sending. */
export const recordDispute = (state: KnownCashin, command: RecordDispute): readonly CashinEvent[] => {
  const { disputeId, endToEndId } = command;
  const pix = pixOf(state, endToEndId);
  if (pix === null) return [];
  const known = pix.disputes.find((dispute) => dispute.disputeId === disputeId);
  if (known === undefined && pix.disputes.length >= MAXIMUM_DISPUTES) return [];
  if (!isPossible(pix, known, command)) return contradictPix(state, command, impossible(command));
  if (known !== undefined && known.state !== 'OPEN') {
    if (command.state === 'OPEN' || command.state === known.state) return [];
    return contradictPix(state, command, `is ${command.state} after it had been ${known.state}`);
  }
  const opened = known === undefined ? [openedBy(state, command)] : [];
  // During a hold the delivery may be forgotten: the dispute stays open, and is asked about again.
  if (command.state === 'OPEN' || (command.state === 'LOST' && state.hold !== null)) return opened;
  return [...opened, ...decided(state, pix, command)];
};

const isPossible = (pix: Pix, known: Dispute | undefined, command: RecordDispute): boolean => {
  const amountCents = BigInt(command.amountCents);
  if (known !== undefined) return amountCents === known.amountCents;
  const open = pix.disputes.filter((dispute) => dispute.state === 'OPEN');
  const openCents = open.reduce((sum, dispute) => sum + dispute.amountCents, 0n);
  return amountCents > 0n && amountCents <= pix.amountCents - lostCentsOf(pix) - openCents;
};

/** The text names no known amounts, so that the same answer, repeated, is no new contradiction. */
const impossible = ({ amountCents }: RecordDispute): string =>
  `is about ${amountCents} cents: none, more than are left, or others than before`;

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
  return [lost, ...contradictPix(after, command, 'is lost although the PIX was being refunded')];
};
