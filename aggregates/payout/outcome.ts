import type { Outcome, RecordOutcome, Refusal, Settlement } from './commands';
import { contradict, settledForAnother, wasKnown, wasPaid } from './contradiction';
import type { PayoutEvent } from './events';
import type { Owed } from './owed';
import { feeOf, recordReturn, wasTold } from './returned';
import {
  awaitedUnder,
  isContradicted,
  type PaidUnderKey,
  type PayoutState,
  type SentPayout,
  type SettledPayout,
  toldOf,
} from './state';

/** Answers, callbacks and polls all arrive here; the first definitive outcome wins. */
export const recordOutcome = <Key extends object>(
  owed: Owed<Key>,
  state: PayoutState,
  command: RecordOutcome,
): readonly PayoutEvent<Key>[] => {
  if (wasKnown(state, command.providerKey, command.outcome)) return [];
  const awaited = awaitedUnder(state, command.providerKey);
  if (awaited !== null) return whileAwaited(owed, awaited, command);
  const before = state.earlier?.find(({ providerKey }) => providerKey === command.providerKey);
  if (before !== undefined) return underPaidKey(owed, { ...toldOf(state), ...before }, command);
  switch (state.phase) {
    case 'NONE':
    case 'REQUESTED':
    case 'DISPATCHED':
    case 'UNKNOWN':
    case 'REJECTED':
      return ifPaid(owed, state, command, `${command.outcome.kind} although the attempt is not open`);
    case 'FAILED':
      return ifPaid(owed, state, command, `${command.outcome.kind} after the ${owed.noun} had failed`);
    case 'SETTLED':
      return afterSettlement(owed, state, command);
  }
};

const whileAwaited = <Key extends object>(
  owed: Owed<Key>,
  state: SentPayout,
  command: RecordOutcome,
): readonly PayoutEvent<Key>[] => {
  const { outcome } = command;
  switch (outcome.kind) {
    case 'SETTLED':
      return settle(owed, state, command, outcome);
    case 'RETURNED':
      return settleAndReturn(owed, state, command, outcome);
    case 'REJECTED':
      return isOvertaken(state, command) ? [] : reject(owed, state, command, outcome);
    case 'UNKNOWN':
      return isOvertaken(state, command) ? [] : becomeUnknown(owed, state, command, outcome.reason);
  }
};

/** A later sending used the key. A failed sending proves no failure, and a new attempt could pay twice. */
const isOvertaken = (payout: Pick<SettledPayout, 'dispatchedAt'>, { dispatchedAt }: RecordOutcome): boolean =>
  dispatchedAt !== null && dispatchedAt !== payout.dispatchedAt;

const settle = <Key extends object>(
  owed: Owed<Key>,
  state: SentPayout,
  command: RecordOutcome,
  { providerId, amountCents, feeCents = '0', endToEndId, receiptUrl, ...settlement }: Settlement,
): readonly PayoutEvent<Key>[] => {
  if (amountCents !== owed.amountCents) return contradict(owed, state, command, settledForAnother(amountCents));
  const { attempt, providerKey, provider } = state;
  const paid = { ...owed.key, provider, providerId, endToEndId, receiptUrl, amountCents, feeCents };
  const { cost, giftCardPin } = settlement;
  const card = { ...(cost === undefined ? {} : { cost }), ...(giftCardPin === undefined ? {} : { giftCardPin }) };
  return [{ type: 'PayoutSettled', data: { ...paid, ...card, attempt, providerKey, settledAt: command.now } }];
};

/** A return reported before its settlement was known records both. */
const settleAndReturn = <Key extends object>(
  owed: Owed<Key>,
  state: SentPayout,
  command: RecordOutcome,
  outcome: Extract<Outcome, { kind: 'RETURNED' }>,
): readonly PayoutEvent<Key>[] => {
  const settled = settle(owed, state, command, outcome.settlement);
  if (settled[0]?.type !== 'PayoutSettled') return settled;
  const moved = { paidCents: BigInt(owed.amountCents), returnedCents: 0n, feesCents: feeOf(outcome.settlement) };
  return [...settled, ...recordReturn(owed, { ...state, ...moved }, command, outcome)];
};

/** After a contradiction no retry and no refund follows: an operator decides. */
const reject = <Key extends object>(
  { key }: Owed<Key>,
  state: SentPayout,
  { attemptDelaysMs, now }: RecordOutcome,
  refusal: Refusal,
): readonly PayoutEvent<Key>[] => {
  if (isContradicted(state)) return [];
  const { code, message } = refusal;
  const { attempt, providerKey } = state;
  const delayMs = delayOf(refusal, plannedMs(refusal, attemptDelaysMs, attempt));
  const nextAttemptAt = delayMs === null ? null : new Date(Date.parse(now) + delayMs).toISOString();
  const data = { ...key, attempt, providerKey, code, message, nextAttemptAt, rejectedAt: now };
  return [{ type: 'PayoutRejected', data }];
};

/** Rejected credentials are not the payout's fault: attempts continue until an operator has fixed them. */
const plannedMs = ({ code }: Refusal, delaysMs: readonly number[], attempt: number): number | undefined =>
  delaysMs[attempt - 1] ?? (code === 'AUTH' ? delaysMs.at(-1) : undefined);

const LONGEST_WISH_MS = 3_600_000;

const delayOf = ({ retryClass, retryAfterMs = 0 }: Refusal, plannedMs: number | undefined): number | null =>
  retryClass && plannedMs !== undefined ? Math.max(plannedMs, Math.min(retryAfterMs, LONGEST_WISH_MS)) : null;

const becomeUnknown = <Key extends object>(
  { key }: Owed<Key>,
  { phase, attempt, providerKey }: SentPayout,
  { now }: RecordOutcome,
  reason: string,
): readonly PayoutEvent<Key>[] => {
  if (phase === 'UNKNOWN') return [];
  return [{ type: 'PayoutOutcomeUnknown', data: { ...key, attempt, providerKey, reason, unknownAt: now } }];
};

const afterSettlement = <Key extends object>(
  owed: Owed<Key>,
  state: SettledPayout,
  command: RecordOutcome,
): readonly PayoutEvent<Key>[] => {
  if (command.providerKey === state.providerKey) return underPaidKey(owed, state, command);
  return ifPaid(owed, state, command, `${command.outcome.kind} after the ${owed.noun} had been completed`);
};

const underPaidKey = <Key extends object>(
  owed: Owed<Key>,
  state: PaidUnderKey & Pick<SettledPayout, 'contradictions' | 'ended' | 'despite' | 'settledByWord'>,
  command: RecordOutcome,
): readonly PayoutEvent<Key>[] => {
  const { outcome } = command;
  const late = `${outcome.kind} after the ${owed.noun} had been completed`;
  switch (outcome.kind) {
    case 'RETURNED':
      return recordReturn(owed, state, command, outcome);
    case 'REJECTED':
      return isOvertaken(state, command) ? [] : contradict(owed, state, command, late);
    case 'SETTLED': {
      if (BigInt(outcome.amountCents) === state.paidCents || wasTold(state, command, outcome)) return [];
      return contradict(owed, state, command, `settled for ${outcome.amountCents} cents, after ${state.paidCents}`);
    }
    case 'UNKNOWN':
      return [];
  }
};

/** An unexpected payment raises an alert; any other outcome only confirms the state. */
const ifPaid = <Key extends object>(
  owed: Owed<Key>,
  state: PayoutState,
  command: RecordOutcome,
  detail: string,
): readonly PayoutEvent<Key>[] => (wasPaid(command) ? contradict(owed, state, command, detail) : []);
