import { referencesOf } from '../../quote/partner-references';
import type { RefundReason } from '../../refund/events';
import { rejection } from '../../rejection';
import type {
  CreateCashin,
  RecordCharge,
  RecordChargeCreated,
  RecordDispute,
  RecoverCashin,
  RefuseCharge,
  SeenPix,
} from '../commands';
import { contradict } from '../contradiction';
import { disputing, recordDispute } from '../disputes';
import { type Completing, completionOf, failed, refundDue } from '../ending';
import type { CashinEvent } from '../events';
import { evolve } from '../evolve';
import { REFUSAL_TEXTS, refusalOf } from '../judging';
import { agreedPartOf, type CashinState, isSettled, type KnownCashin, type Pix, pixOf, takenCentsOf } from '../state';

/** A quote has one intent: an open intent refuses another for now, an ended intent for ever. */
export const createCashin = (state: CashinState, { intent }: CreateCashin): readonly CashinEvent[] => {
  if (state.status === 'ACTIVE') throw rejection('CONCURRENT_OPERATION', 'An intent for this quote is in progress');
  if (state.status !== 'NONE') throw rejection('QUOTE_ALREADY_USED', 'The quote was used by an intent that has ended');
  if (intent.createdAt >= intent.expiresAt) throw rejection('QUOTE_EXPIRED', 'The quote has expired');
  return [{ type: 'CashinIntentCreated', data: intent }];
};

export const recordChargeCreated = (
  { status, facts, isCharged }: KnownCashin,
  { charge }: RecordChargeCreated,
): readonly CashinEvent[] =>
  status !== 'ACTIVE' || isCharged ? [] : [{ type: 'ChargeCreated', data: { intentId: facts.intentId, ...charge } }];

export const refuseCharge = (state: KnownCashin, { code, message, now }: RefuseCharge): readonly CashinEvent[] => {
  // A charge may be paid and forgotten during a hold, so its refusal does not count.
  if (state.status !== 'ACTIVE' || state.isCharged || state.received.length > 0 || state.hold !== null) return [];
  return [failed(state, { reasonCode: code, reason: message, refundDue: false }, now)];
};

/** Answers, callbacks and polls all arrive here. Each PIX is judged once, by the state at its first report. */
export const recordCharge = (state: KnownCashin, command: RecordCharge): readonly CashinEvent[] => {
  const inOrder = [...command.payments].sort(byTime);
  const { now } = command;
  return inTurn(state, [
    ...inOrder.map((pix) => receiving(pix, command)),
    splitting(command),
    ...disputing(state, command),
    ...inOrder.map((pix) => returning(pix, now)),
    completing(command),
    expiring(command),
  ]);
};

export const decideDispute = (state: KnownCashin, command: RecordDispute): readonly CashinEvent[] =>
  inTurn(state, [(known) => recordDispute(known, command), completing(command)]);

/** Records payments found after a loss, as if the cash-in were not on hold. */
export const recordForgotten = (state: KnownCashin, command: RecoverCashin): readonly CashinEvent[] => {
  const inOrder = [...command.payments].sort(byTime);
  return inTurn(state, [
    ...inOrder.map((pix) => recalling(pix, command)),
    splitting(command),
    // The release decides on a refusal to credit the user.
    (after) =>
      completionOf(after, { crediting: (command.crediting ?? 'FREE') === 'FREE' ? 'FREE' : 'HELD', now: command.now }),
  ]);
};

export const inTurn = (state: KnownCashin, steps: readonly Step[]): readonly CashinEvent[] =>
  steps.reduce<Decided>(decideNext, { state, events: [] }).events;

interface Decided {
  readonly state: KnownCashin;
  readonly events: readonly CashinEvent[];
}

export type Step = (state: KnownCashin) => readonly CashinEvent[];

const decideNext = ({ state, events }: Decided, step: Step): Decided => {
  const more = step(state);
  return { state: more.reduce<CashinState>(evolve, state) as KnownCashin, events: [...events, ...more] };
};

const byTime = (one: SeenPix, other: SeenPix): number =>
  Date.parse(one.paidAt) - Date.parse(other.paidAt) || (one.endToEndId < other.endToEndId ? -1 : 1);

const receiving =
  (pix: SeenPix, command: RecordCharge): Step =>
  (state) => {
    const { endToEndId, amountCents } = pix;
    const known = pixOf(state, endToEndId);
    // During a hold a new PIX waits at its provider: the lost log may have judged it and sent it back.
    if (known === null && state.hold !== null) return [];
    if (isSettled(state, endToEndId)) return afterSettling(state, pix, command.now);
    if (known === null)
      return isUsable(state, pix, command) ? receive(state, pix, command) : [receivedOf(state, pix, command.now)];
    if (known.amountCents === BigInt(amountCents)) return [];
    return contradict(state, endToEndId, `came as ${amountCents} cents, after ${known.amountCents}`, command.now);
  };

/** A settled PIX neither pays the intent nor is refunded: its payer already has the money. */
const afterSettling = (state: KnownCashin, { endToEndId }: SeenPix, now: string): readonly CashinEvent[] =>
  contradict(state, endToEndId, 'is told of after an operator had settled it', now);

/** A PIX that was sent back pays no intent, even if its report fits the intent now. */
const recalling =
  (pix: SeenPix, command: RecoverCashin): Step =>
  (state) => {
    if (pixOf(state, pix.endToEndId) !== null) return [];
    if (isSettled(state, pix.endToEndId)) return afterSettling(state, pix, command.now);
    const isSentBack = command.refunds.some(({ endToEndId }) => endToEndId === pix.endToEndId);
    return receive(state, pix, command, isSentBack ? 'INTENT_CLOSED' : null);
  };

type Told = Pick<RecordCharge, 'split' | 'parties' | 'now'>;

/** False when the PIX would pay the intent but was sent back. A part that the bank reclaims is a dispute instead. */
const isUsable = (state: KnownCashin, pix: SeenPix, { disputes }: RecordCharge): boolean =>
  pix.refundedCents === '0' ||
  refusalOf(state, pix) !== null ||
  disputes.some(({ endToEndId, state: how }) => endToEndId === pix.endToEndId && how !== 'WON');

const receivedOf = ({ facts }: KnownCashin, pix: SeenPix, now: string): CashinEvent => {
  const { intentId, partnerId, chargeProvider: provider } = facts;
  const { isOtherPayer, refundedCents, ...seen } = pix;
  return { type: 'PixReceived', data: { intentId, partnerId, provider, ...seen, receivedAt: now } };
};

const receive = (
  state: KnownCashin,
  pix: SeenPix,
  command: Told,
  otherwise: RefundReason | null = null,
): readonly CashinEvent[] => {
  const { now } = command;
  const received = receivedOf(state, pix, now);
  const refusal = refusalOf(state, pix) ?? otherwise;
  if (refusal === null) return [received, accepting(state, pix.endToEndId, command)];
  const owed: Pix = { endToEndId: pix.endToEndId, amountCents: BigInt(pix.amountCents), refund: null, disputes: [] };
  const due = refundDue(state, owed, refusal, now);
  if (state.status !== 'ACTIVE' || state.accepted !== null) return [received, ...due];
  const after = evolve(state, received) as KnownCashin;
  const divided = splitting(command)(after);
  const why = { reasonCode: refusal, reason: REFUSAL_TEXTS[refusal], refundDue: true };
  return [received, ...divided, ...due, failed(divided.reduce<CashinState>(evolve, after) as KnownCashin, why, now)];
};

/** A returned PIX without a due refund is a contradiction. During a hold the log may lack the refund. */
const returning =
  ({ endToEndId, refundedCents }: SeenPix, now: string): Step =>
  (state) => {
    const pix = pixOf(state, endToEndId);
    if (pix === null || pix.refund !== null || state.hold !== null || BigInt(refundedCents) <= takenCentsOf(pix))
      return [];
    return contradict(state, endToEndId, `went back, ${refundedCents} cents of it, and not by us`, now);
  };

const accepting = ({ facts }: KnownCashin, endToEndId: string, { parties, now }: Told): CashinEvent => {
  const { intentId, partnerId, deliveryMode, amountCents, exchangedCents, fees, assetId, network } = facts;
  const { amountBaseUnits } = facts;
  return {
    type: 'PixAccepted',
    data: {
      ...{ intentId, partnerId, endToEndId, deliveryMode, amountCents, exchangedCents, fees },
      ...{ splitCents: agreedPartOf(facts).toString(), assetId, network, amountBaseUnits, acceptedAt: now },
      ...(parties === undefined ? {} : { parties }),
    },
  };
};

/** The split also counts for a refunded PIX: we refund the whole PIX, and the partner keeps its part. */
const splitting =
  ({ split, now }: Told): Step =>
  (state) => {
    const { facts, received, splitCents } = state;
    if (split === null || received.length === 0) return [];
    const { intentId, partnerId, chargeProvider: provider, deliveryMode } = facts;
    const saidCents = split.isApplied ? BigInt(split.amountCents) : 0n;
    const agreedCents = BigInt(facts.split?.amountCents ?? '0');
    if (saidCents === (splitCents ?? 0n)) return [];
    if (splitCents !== null || saidCents > agreedCents) {
      return contradict(state, intentId, `split ${saidCents} of ${agreedCents} cents, after ${splitCents ?? 0n}`, now);
    }
    const applied = { intentId, partnerId, provider, deliveryMode, amountCents: saidCents.toString(), appliedAt: now };
    return [{ type: 'SplitApplied', data: applied }];
  };

/** A hold stops every end; the release completes the intent. */
const completing =
  (command: Completing): Step =>
  (state) =>
    state.hold === null ? completionOf(state, command) : [];

/** An unpaid intent ends only by a provider that was asked after the cancel, past the deadline. */
const expiring =
  ({ closed, now }: RecordCharge): Step =>
  ({ status, facts, received, hold }) => {
    if (closed === null || status !== 'ACTIVE' || received.length > 0 || hold !== null) return [];
    const { intentId, expiresAt } = facts;
    const { cancelledAt, askedAt } = closed;
    if (cancelledAt < expiresAt || askedAt < cancelledAt || now < askedAt) return [];
    const expired = { intentId, expiresAt, cancelledAt, askedAt, ...referencesOf(facts), expiredAt: now };
    return [{ type: 'CashinExpired', data: expired }];
  };
