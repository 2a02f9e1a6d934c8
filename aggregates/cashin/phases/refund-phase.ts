import { referencesOf } from '../../quote/partner-references';
import { DISPUTED, DISPUTED_WAIT_MS, type DoneRefund, isSent, type SentRefund } from '../../refund/state';
import type { DispatchRefund, RecordRefund, RefundOutcome } from '../commands';
import { contradict, REFUNDED_BESIDE_WORD } from '../contradiction';
import type { CashinEvent } from '../events';
import { contradictionOf, isContradicted, isDisputed, isSaidBack, type KnownCashin, pixOf } from '../state';

/** The fence: only the worker whose append at the exact revision succeeds may send. */
export const dispatchRefund = (state: KnownCashin, command: DispatchRefund): readonly CashinEvent[] => {
  const { endToEndId, refundKeyOf, workerId, now, notAfter, unknownSince } = command;
  const pix = pixOf(state, endToEndId);
  const refund = pix?.refund ?? null;
  if (pix === null || refund === null || isContradicted(state) || isDisputed(pix) || state.hold !== null) return [];
  if (refund.phase !== 'DUE' && refund.phase !== 'UNKNOWN') return [];
  if (isSaidBack(state, endToEndId)) return [];
  if ((refund.phase === 'UNKNOWN' ? refund.unknownAt : null) !== unknownSince) return [];
  if (refund.phase === 'DUE' && (now < refund.notBefore || refund.dueCents === 0n)) return [];
  const { attempt } = refund;
  const amountCents = (refund.phase === 'DUE' ? refund.dueCents : refund.sentCents).toString();
  const { intentId, chargeProvider: provider } = state.facts;
  const key = { intentId, endToEndId, attempt, refundKey: refundKeyOf(attempt), provider };
  const data = { ...key, amountCents, workerId, dispatchedAt: now, notAfter };
  return [{ type: 'ChargeRefundDispatched', data }];
};

export const recordRefund = (state: KnownCashin, command: RecordRefund): readonly CashinEvent[] => {
  const { refundKey, outcome } = command;
  for (const { endToEndId, refund } of state.received) {
    if (isSent(refund) && refund.refundKey === refundKey)
      return whileAwaited(state, { endToEndId, ...refund }, command);
    if (refund?.phase !== 'DONE') continue;
    if (refund.refundKey === refundKey) return afterwards(state, refund.doneCents, command);
    if (refund.overruledKey === refundKey) return beside(state, refund, command);
  }
  if (outcome.kind !== 'DONE') return [];
  return contradict(state, refundKey, `refunded ${outcome.amountCents} cents, although it is not open`, command.now);
};

const afterwards = (state: KnownCashin, doneCents: bigint, command: RecordRefund): readonly CashinEvent[] => {
  const { refundKey, outcome, dispatchedAt, now } = command;
  if (outcome.kind === 'UNKNOWN' || (outcome.kind === 'REJECTED' && dispatchedAt !== null)) return [];
  if (outcome.kind === 'REJECTED') return contradict(state, refundKey, 'refused after it had been made', now);
  if (BigInt(outcome.amountCents) === doneCents) return [];
  return contradict(state, refundKey, `refunded ${outcome.amountCents} cents, after ${doneCents}`, now);
};

/** Operators refunded the PIX or its rest by another transfer. A report of their own transfer is no contradiction. */
const beside = (
  state: KnownCashin,
  { doneCents, returnId }: DoneRefund,
  { refundKey, outcome, now }: RecordRefund,
): readonly CashinEvent[] => {
  if (outcome.kind !== 'DONE') return [];
  const { amountCents } = outcome;
  if (returnId !== null && outcome.returnId === returnId && BigInt(amountCents) === doneCents) return [];
  if (state.contradictions.includes(contradictionOf(refundKey, anotherAmount(amountCents, doneCents)))) return [];
  return contradict(state, refundKey, `refunded ${amountCents} cents, and operators had given it back`, now);
};

const anotherAmount = (saidCents: string, sentCents: bigint): string => `refunded ${saidCents} cents of ${sentCents}`;

type Awaited = SentRefund & { readonly endToEndId: string };

const whileAwaited = (state: KnownCashin, refund: Awaited, command: RecordRefund): readonly CashinEvent[] => {
  const { outcome, dispatchedAt } = command;
  if (outcome.kind === 'DONE') return done(state, refund, command, outcome);
  // A later sending used the same key, so a failed earlier sending proves no rejection.
  if (dispatchedAt !== null && dispatchedAt !== refund.dispatchedAt) return [];
  return outcome.kind === 'UNKNOWN'
    ? becomeUnknown(state, refund, command, outcome.reason)
    : reject(state, refund, command, outcome);
};

type Outcome<Kind> = Extract<RefundOutcome, { readonly kind: Kind }>;

const done = (
  state: KnownCashin,
  { endToEndId, refundKey, provider, reason, sentCents }: Awaited,
  { now }: RecordRefund,
  { amountCents, returnId }: Outcome<'DONE'>,
): readonly CashinEvent[] => {
  if (BigInt(amountCents) !== sentCents) {
    return contradict(state, refundKey, anotherAmount(amountCents, sentCents), now);
  }
  const { intentId } = state.facts;
  const paid = { intentId, endToEndId, refundKey, provider, amountCents, reason, returnId };
  const made: CashinEvent = {
    type: 'ChargeRefundDone',
    data: { ...paid, ...referencesOf(state.facts), doneAt: now },
  };
  return [made, ...saidOtherwise(state, { endToEndId, refundKey, returnId }, now)];
};

const saidOtherwise = (
  state: KnownCashin,
  { endToEndId, refundKey, returnId }: Pick<Awaited, 'endToEndId' | 'refundKey'> & Pick<DoneRefund, 'returnId'>,
  now: string,
): readonly CashinEvent[] => {
  const said = state.proposal?.end;
  if (said?.how !== 'REFUNDED' || said.endToEndId !== endToEndId || said.transfer === returnId) return [];
  return contradict(state, refundKey, REFUNDED_BESIDE_WORD, now);
};

const becomeUnknown = (
  { facts }: KnownCashin,
  { endToEndId, phase, refundKey }: Awaited,
  { now }: RecordRefund,
  reason: string,
): readonly CashinEvent[] => {
  if (phase === 'UNKNOWN') return [];
  const { intentId } = facts;
  return [{ type: 'ChargeRefundUnknown', data: { intentId, endToEndId, refundKey, reason, unknownAt: now } }];
};

const reject = (
  state: KnownCashin,
  { endToEndId, attempt, refundKey, provider, sentCents }: Awaited,
  { attemptDelaysMs, now }: RecordRefund,
  { code, message, retryClass }: Outcome<'REJECTED'>,
): readonly CashinEvent[] => {
  if (isContradicted(state)) return [];
  const plannedMs = retryClass ? attemptDelaysMs[attempt - 1] : undefined;
  const delayMs = code === DISPUTED ? DISPUTED_WAIT_MS : plannedMs;
  const nextAttemptAt = delayMs === undefined ? null : new Date(Date.parse(now) + delayMs).toISOString();
  const { intentId } = state.facts;
  const owed = { intentId, endToEndId, refundKey, provider, amountCents: sentCents.toString() };
  return [{ type: 'ChargeRefundRejected', data: { ...owed, code, message, nextAttemptAt, rejectedAt: now } }];
};
