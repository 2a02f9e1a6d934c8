import type { Outcome, RecordOutcome, Settlement } from './commands';
import type { CashoutEvent } from './events';
import { type CashoutState, isSent, type Processing, type SentPayout } from './state';

/** Answers, callbacks and polls are inputs to this one decision; the first definitive one wins. */
export const recordOutcome = (state: CashoutState, command: RecordOutcome): readonly CashoutEvent[] => {
  if (state.status === 'PROCESSING') return whileProcessing(state, command);
  if (state.status === 'COMPLETED') return afterCompletion(state, command);
  if (state.status === 'FAILED' && command.outcome.kind === 'SETTLED' && !state.contradicted) {
    return [contradiction(state.facts.intentId, command, 'settled after the intent had failed')];
  }
  return [];
};

const whileProcessing = (state: Processing, command: RecordOutcome): readonly CashoutEvent[] => {
  const { payout } = state;
  const { outcome, providerKey } = command;
  if (!isSent(payout) || payout.providerKey !== providerKey) return lateOutcome(state, command);
  switch (outcome.kind) {
    case 'SETTLED':
      return settle(state, command, outcome);
    case 'REJECTED':
      return isOvertaken(payout, command) ? [] : reject(state, command, outcome);
    case 'UNKNOWN':
      return payout.phase === 'UNKNOWN' || isOvertaken(payout, command)
        ? []
        : [unknown(state, command, outcome.reason)];
    case 'RETURNED':
      return settleAndReturn(state, command, outcome);
  }
};

/**
 * The key has been sent again since: that nothing came of one sending says nothing about the other, and a new attempt
 * beside it would pay twice.
 */
const isOvertaken = (payout: SentPayout, { dispatchedAt }: RecordOutcome): boolean =>
  dispatchedAt !== null && dispatchedAt !== payout.dispatchedAt;

/** An earlier attempt was rejected for good; if the provider now says that it was paid, somebody must look. */
const lateOutcome = (state: Processing, command: RecordOutcome): readonly CashoutEvent[] =>
  command.outcome.kind === 'SETTLED' && !state.contradicted
    ? [contradiction(state.facts.intentId, command, 'an attempt that was rejected has settled')]
    : [];

const settle = (state: Processing, command: RecordOutcome, outcome: Settlement): readonly CashoutEvent[] => {
  const { intentId, payout } = state.facts;
  if (outcome.amountCents !== payout.amountCents) {
    return state.contradicted ? [] : [contradiction(intentId, command, `settled for ${outcome.amountCents} cents`)];
  }
  const { providerId, amountCents, endToEndId, receiptUrl } = outcome;
  const { providerKey, now } = command;
  const attempt = 'attempt' in state.payout ? state.payout.attempt : 1;
  const paid = { intentId, providerId, endToEndId, receiptUrl, amountCents };
  const pin = outcome.giftCardPin === undefined ? {} : { giftCardPin: outcome.giftCardPin };
  return [
    { type: 'PayoutSettled', data: { ...paid, ...pin, attempt, providerKey, settledAt: now } },
    { type: 'CashoutCompleted', data: { ...paid, currency: 'BRL', completedAt: now } },
  ];
};

/** What came back had arrived before, although nobody had asked in between. */
const settleAndReturn = (
  state: Processing,
  command: RecordOutcome,
  { amountCents, settlement }: Extract<Outcome, { kind: 'RETURNED' }>,
): readonly CashoutEvent[] => {
  const settled = settle(state, command, settlement);
  if (!settled.some(({ type }) => type === 'PayoutSettled')) return settled;
  return [...settled, returned(state.facts.intentId, command, amountCents)];
};

/** While the provider has contradicted itself nothing is tried again and nothing is owed back: a person decides. */
const reject = (
  state: Processing,
  command: RecordOutcome,
  { code, message, retryClass }: Extract<Outcome, { kind: 'REJECTED' }>,
): readonly CashoutEvent[] => {
  if (state.contradicted) return [];
  const { facts, deposit, payout } = state;
  const attempt = 'attempt' in payout ? payout.attempt : 1;
  const { providerKey, now } = command;
  const delayMs = retryClass ? command.attemptDelaysMs[attempt - 1] : undefined;
  const nextAttemptAt = delayMs === undefined ? null : new Date(Date.parse(now) + delayMs).toISOString();
  const { intentId } = facts;
  const rejected: CashoutEvent = {
    type: 'PayoutRejected',
    data: { intentId, attempt, providerKey, code, message, nextAttemptAt, rejectedAt: now },
  };
  if (nextAttemptAt !== null) return [rejected];
  const { depositId, sender: to } = deposit;
  // The surplus of an overpaid deposit is owed already, so only what was quoted is owed now.
  const { assetId, amountBaseUnits } = facts;
  return [
    rejected,
    {
      type: 'CashoutFailed',
      data: { intentId, reasonCode: code, reason: message, attempts: attempt, refundDue: true, failedAt: now },
    },
    {
      type: 'RefundDue',
      data: { intentId, depositId, assetId, amountBaseUnits, to, reason: 'PAYOUT_FAILED', dueAt: now },
    },
  ];
};

const afterCompletion = (
  state: Extract<CashoutState, { readonly status: 'COMPLETED' }>,
  command: RecordOutcome,
): readonly CashoutEvent[] => {
  const { outcome, providerKey } = command;
  const { intentId } = state.facts;
  if (outcome.kind === 'RETURNED' && providerKey === state.providerKey) {
    return state.returned ? [] : [returned(intentId, command, outcome.amountCents)];
  }
  const opposite = outcome.kind === (providerKey === state.providerKey ? 'REJECTED' : 'SETTLED');
  return opposite && !state.contradicted
    ? [contradiction(intentId, command, `${outcome.kind} after the intent had been completed`)]
    : [];
};

const returned = (intentId: string, { providerKey, now }: RecordOutcome, amountCents: string): CashoutEvent => ({
  type: 'PayoutReturned',
  data: { intentId, providerKey, amountCents, returnedAt: now },
});

const unknown = (state: Processing, { providerKey, now }: RecordOutcome, reason: string): CashoutEvent => ({
  type: 'PayoutOutcomeUnknown',
  data: {
    intentId: state.facts.intentId,
    attempt: 'attempt' in state.payout ? state.payout.attempt : 1,
    providerKey,
    reason,
    unknownAt: now,
  },
});

const contradiction = (
  intentId: string,
  { providerKey, outcome, now }: RecordOutcome,
  detail: string,
): CashoutEvent => ({
  type: 'PayoutContradicted',
  data: { intentId, providerKey, settledNow: outcome.kind === 'SETTLED', detail, contradictedAt: now },
});
