import type { Cents } from '../money';
import type { Outcome, RecordOutcome, Refusal, Settlement } from './commands';
import type { CashoutEvent } from './events';
import { type AwaitingOutcome, awaitsOutcome, type CashoutState, type SentPayout } from './state';

/** Answers, callbacks and polls are inputs to this one decision; the first definitive one wins. */
export const recordOutcome = (state: CashoutState, command: RecordOutcome): readonly CashoutEvent[] => {
  if (awaitsOutcome(state, command.providerKey)) return whileAwaited(state, command);
  switch (state.status) {
    case 'PROCESSING':
      return wasPaid(command) ? alarm(state, command, `${command.outcome.kind} although the attempt is not open`) : [];
    case 'FAILED':
      return wasPaid(command) ? alarm(state, command, `${command.outcome.kind} after the intent had failed`) : [];
    case 'COMPLETED':
      return afterCompletion(state, command);
    case 'NONE':
    case 'PENDING':
    case 'EXPIRED':
      return [];
  }
};

const whileAwaited = (state: AwaitingOutcome, command: RecordOutcome): readonly CashoutEvent[] => {
  const { outcome } = command;
  switch (outcome.kind) {
    case 'SETTLED':
      return settle(state, command, outcome);
    case 'RETURNED':
      return settleAndReturn(state, command, outcome);
    case 'REJECTED':
      return isOvertaken(state.payout, command) ? [] : reject(state, command, outcome);
    case 'UNKNOWN':
      return isOvertaken(state.payout, command) ? [] : becomeUnknown(state, command, outcome.reason);
  }
};

/**
 * The key has been sent again since: that nothing came of one sending says nothing about the other, and a new attempt
 * beside it would pay twice.
 */
const isOvertaken = (payout: SentPayout, { dispatchedAt }: RecordOutcome): boolean =>
  dispatchedAt !== null && dispatchedAt !== payout.dispatchedAt;

const settle = (state: AwaitingOutcome, command: RecordOutcome, outcome: Settlement): readonly CashoutEvent[] => {
  const { intentId, payout } = state.facts;
  const { providerId, amountCents, endToEndId, receiptUrl } = outcome;
  if (amountCents !== payout.amountCents) return alarm(state, command, `settled for ${amountCents} cents`);
  const { attempt, providerKey } = state.payout;
  const { now } = command;
  const paid = { intentId, providerId, endToEndId, receiptUrl, amountCents };
  const pin = outcome.giftCardPin === undefined ? {} : { giftCardPin: outcome.giftCardPin };
  return [
    { type: 'PayoutSettled', data: { ...paid, ...pin, attempt, providerKey, settledAt: now } },
    { type: 'CashoutCompleted', data: { ...paid, currency: 'BRL', completedAt: now } },
  ];
};

/** What came back had arrived before, although nobody had asked in between. */
const settleAndReturn = (
  state: AwaitingOutcome,
  command: RecordOutcome,
  { amountCents, settlement }: Extract<Outcome, { kind: 'RETURNED' }>,
): readonly CashoutEvent[] => {
  const settled = settle(state, command, settlement);
  if (!settled.some(({ type }) => type === 'PayoutSettled')) return settled;
  return [...settled, returned(state.facts.intentId, command, amountCents)];
};

/** While the provider has contradicted itself nothing is tried again and nothing is owed back: a person decides. */
const reject = (state: AwaitingOutcome, command: RecordOutcome, refusal: Refusal): readonly CashoutEvent[] => {
  if (state.contradicted) return [];
  const { code, message } = refusal;
  const { intentId } = state.facts;
  const { attempt, providerKey } = state.payout;
  const { now } = command;
  const delayMs = delayOf(refusal, command.attemptDelaysMs[attempt - 1]);
  const nextAttemptAt = delayMs === null ? null : new Date(Date.parse(now) + delayMs).toISOString();
  const rejected: CashoutEvent = {
    type: 'PayoutRejected',
    data: { intentId, attempt, providerKey, code, message, nextAttemptAt, rejectedAt: now },
  };
  if (nextAttemptAt !== null) return [rejected];
  const failed: CashoutEvent = {
    type: 'CashoutFailed',
    data: { intentId, reasonCode: code, reason: message, attempts: attempt, refundDue: true, failedAt: now },
  };
  return [rejected, failed, refundDue(state, now)];
};

/** A provider's wish to be left alone is not obeyed for longer than this. */
const LONGEST_WISH_MS = 3_600_000;

/** How long to wait before the next attempt; null when there is none. `plannedMs` is absent after the last. */
const delayOf = ({ retryClass, retryAfterMs = 0 }: Refusal, plannedMs: number | undefined): number | null =>
  retryClass && plannedMs !== undefined ? Math.max(plannedMs, Math.min(retryAfterMs, LONGEST_WISH_MS)) : null;

/** The surplus of an overpaid deposit is owed already, so only what was quoted is owed now. */
const refundDue = ({ facts, deposit }: AwaitingOutcome, now: string): CashoutEvent => {
  const { intentId, assetId, amountBaseUnits } = facts;
  const { depositId, sender: to } = deposit;
  return {
    type: 'RefundDue',
    data: { intentId, depositId, assetId, amountBaseUnits, to, reason: 'PAYOUT_FAILED', dueAt: now },
  };
};

const becomeUnknown = (
  { facts, payout }: AwaitingOutcome,
  { now }: RecordOutcome,
  reason: string,
): readonly CashoutEvent[] => {
  if (payout.phase === 'UNKNOWN') return [];
  const { attempt, providerKey } = payout;
  return [
    {
      type: 'PayoutOutcomeUnknown',
      data: { intentId: facts.intentId, attempt, providerKey, reason, unknownAt: now },
    },
  ];
};

type Completed = Extract<CashoutState, { readonly status: 'COMPLETED' }>;

const afterCompletion = (state: Completed, command: RecordOutcome): readonly CashoutEvent[] => {
  const { outcome, providerKey } = command;
  const detail = `${outcome.kind} after the intent had been completed`;
  if (providerKey !== state.payout.providerKey) return wasPaid(command) ? alarm(state, command, detail) : [];
  switch (outcome.kind) {
    case 'RETURNED':
      return returnRest(state, command, BigInt(outcome.amountCents));
    case 'REJECTED':
      return isOvertaken(state.payout, command) ? [] : alarm(state, command, detail);
    case 'SETTLED':
    case 'UNKNOWN':
      return [];
  }
};

/** The provider says what has come back in all, since it may come back in parts. */
const returnRest = (state: Completed, command: RecordOutcome, inAllCents: Cents): readonly CashoutEvent[] => {
  const newCents = inAllCents - state.returnedCents;
  return newCents > 0n ? [returned(state.facts.intentId, command, newCents.toString())] : [];
};

/** What was returned had been paid before. */
const wasPaid = ({ outcome }: RecordOutcome): boolean => outcome.kind === 'SETTLED' || outcome.kind === 'RETURNED';

const returned = (intentId: string, { providerKey, now }: RecordOutcome, amountCents: string): CashoutEvent => ({
  type: 'PayoutReturned',
  data: { intentId, providerKey, amountCents, returnedAt: now },
});

/** The provider says the opposite of what it said before: once said, a person knows. */
const alarm = (
  { facts, contradicted }: Extract<CashoutState, { readonly contradicted: boolean }>,
  { providerKey, outcome, now }: RecordOutcome,
  detail: string,
): readonly CashoutEvent[] => {
  if (contradicted) return [];
  const { intentId } = facts;
  const settledNow = outcome.kind === 'SETTLED';
  return [{ type: 'PayoutContradicted', data: { intentId, providerKey, settledNow, detail, contradictedAt: now } }];
};
