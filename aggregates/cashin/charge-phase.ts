import { referencesOf } from '../quote/partner-references';
import type { RefundReason } from '../refund/events';
import { rejection } from '../rejection';
import type { CreateCashin, RecordCharge, RecordChargeCreated, RecoverCashin, RefuseCharge, SeenPix } from './commands';
import { contradict } from './contradiction';
import { completed, failed, refundDue } from './ending';
import type { CashinEvent } from './events';
import { evolve } from './evolve';
import { REFUSAL_TEXTS, refusalOf } from './judging';
import { type CashinState, type KnownCashin, type Pix, pixOf } from './state';

/** One intent per quote: a live intent refuses another for now, an ended intent for ever. */
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
  // Held, it may have been charged and paid: nothing was asked for, so that nothing was refused.
  if (state.status !== 'ACTIVE' || state.isCharged || state.received.length > 0 || state.hold !== null) return [];
  return [failed(state, { reasonCode: code, reason: message, refundDue: false }, now)];
};

/** Answers, callbacks and polls all arrive here: each PIX is judged once, by what was known when it was first seen. */
export const recordCharge = (state: KnownCashin, command: RecordCharge): readonly CashinEvent[] => {
  const inOrder = [...command.payments].sort(byTime);
  return inTurn(state, [...inOrder.map((pix) => receiving(pix, command)), splitting(command), expiring(command)]);
};

/** Found after a loss, as of a cash-in that is not held. */
export const recordForgotten = (state: KnownCashin, command: RecoverCashin): readonly CashinEvent[] => {
  const inOrder = [...command.payments].sort(byTime);
  return inTurn(state, [...inOrder.map((pix) => recalling(pix, command)), splitting(command)]);
};

/** Each step sees what those before it have decided. */
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
    // Held, it waits at its provider: it may have been judged, and sent back, when the log still knew.
    if (known === null) return state.hold === null ? receive(state, pix, command) : [];
    if (known.amountCents === BigInt(amountCents)) return [];
    return contradict(state, endToEndId, `came as ${amountCents} cents, after ${known.amountCents}`, command.now);
  };

/** What was sent back paid nothing, whatever it looks like now. */
const recalling =
  (pix: SeenPix, command: RecoverCashin): Step =>
  (state) => {
    if (pixOf(state, pix.endToEndId) !== null) return [];
    const isSentBack = command.refunds.some(({ endToEndId }) => endToEndId === pix.endToEndId);
    return receive(state, pix, command, isSentBack ? 'INTENT_CLOSED' : null);
  };

type Told = Pick<RecordCharge, 'split' | 'now'>;

const receive = (
  state: KnownCashin,
  pix: SeenPix,
  command: Told,
  otherwise: RefundReason | null = null,
): readonly CashinEvent[] => {
  const { intentId, partnerId, chargeProvider: provider } = state.facts;
  const { isOtherPayer, ...seen } = pix;
  const { now } = command;
  const received: CashinEvent = {
    type: 'PixReceived',
    data: { intentId, partnerId, provider, ...seen, receivedAt: now },
  };
  const refusal = refusalOf(state, pix) ?? otherwise;
  if (refusal === null) return [received, ...accept(evolve(state, received) as KnownCashin, pix.endToEndId, command)];
  const owed: Pix = { endToEndId: pix.endToEndId, amountCents: BigInt(pix.amountCents), refund: null, disputes: [] };
  const due = refundDue(state, owed, refusal, now);
  if (state.status !== 'ACTIVE' || state.accepted !== null) return [received, ...due];
  const why = { reasonCode: refusal, reason: REFUSAL_TEXTS[refusal], refundDue: true };
  return [received, ...due, failed(state, why, now)];
};

/** Where the partner delivers, a PIX completes the intent; elsewhere its delivery does. */
const accept = (state: KnownCashin, endToEndId: string, command: Told): readonly CashinEvent[] => {
  const { intentId, partnerId, deliveryMode, amountCents, exchangedCents, fees, assetId, network } = state.facts;
  const { amountBaseUnits, split } = state.facts;
  const accepted: CashinEvent = {
    type: 'PixAccepted',
    data: {
      ...{ intentId, partnerId, endToEndId, deliveryMode, amountCents, exchangedCents, fees },
      ...{ splitCents: split?.amountCents ?? '0', assetId, network, amountBaseUnits, acceptedAt: command.now },
    },
  };
  if (deliveryMode === 'PLATFORM') return [accepted];
  const after = evolve(state, accepted) as KnownCashin;
  const divided = splitting(command)(after);
  return [accepted, ...divided, completed(divided.reduce<CashinState>(evolve, after) as KnownCashin, command.now)];
};

const splitting =
  ({ split, now }: Told): Step =>
  (state) => {
    const { facts, accepted, splitCents } = state;
    if (split === null || accepted === null) return [];
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

/** Only a provider that was asked after the cancel, past the deadline, ends an unpaid intent. */
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
