import type { PayoutCommand, ReleasePayout, ResolveReturn } from '../payout/commands';
import type { PayoutEvent, ReturnResolved } from '../payout/events';
import { payoutOf } from '../payout/payout';
import type { PayoutState } from '../payout/state';
import { heldBy, mustAskFirst, rejectionBy } from '../payout/trouble';
import { rejection } from '../rejection';
import type { OfWithdrawal, WithdrawalEvent } from './events';
import { contradictionsOf } from './redemption-phase';
import type { WithdrawalFacts, WithdrawalState } from './state';

export type WithPayout = Extract<WithdrawalState, { readonly payout: unknown }>;

/** The payout is owed only after the debit is settled. */
export const decidePayout = (state: WithdrawalState, command: PayoutCommand): readonly WithdrawalEvent[] => {
  if (state.status === 'REDEEMING') return beforePayout(state, command);
  if (!('payout' in state)) return [];
  const { withdrawId, payout, assetId, amountBaseUnits, grossCents: totalCents } = state.facts;
  const asset = { assetId, amountBaseUnits, totalCents };
  const saga = payoutOf({ key: { withdrawId }, noun: 'withdrawal', amountCents: payout.amountCents, asset });
  const events = saga.decide(payoutIn(state), command);
  if (events.length > 0) mustBeFunded(state, command);
  return events.flatMap((event) => [event, ...reactionTo(state, event)]);
};

/** A doubtful debit funds no payment, not even by a decision of operators. */
const mustBeFunded = ({ doubts = [] }: WithPayout, command: PayoutCommand): void => {
  if (!paysOut(command) || doubts.length <= (command.doubtsRefuted ?? 0)) return;
  const therefore = command.type === 'ReleasePayout' ? 'its payout stays on hold' : 'its return stays open';
  throw rejection('WRONG_STATE', `The debit of the withdrawal is in doubt (${doubts.at(-1)}): ${therefore}`);
};

/** True for commands that pay. A crypto refund of a return is checked later. */
const paysOut = (command: PayoutCommand): command is ReleasePayout | ResolveReturn =>
  command.type === 'ReleasePayout' || (command.type === 'ResolveReturn' && command.resolution.how !== 'CRYPTO_DUE');

const reactionTo = (state: WithPayout, event: PayoutEvent<OfWithdrawal>): readonly WithdrawalEvent[] => {
  if (event.type === 'ReturnResolved') return owedBack(event.data, state);
  // The reported end stays, even if a return is paid again or a failed payout is declared unpaid.
  if (state.status !== 'PAYING') return [];
  if (event.type === 'PayoutSettled') return [completed(event.data, state)];
  if (event.type === 'PayoutDecided') return decidedUnpaid(event.data, state);
  const isLast = event.type === 'PayoutRejected' && event.data.nextAttemptAt === null;
  return isLast ? [failed(event.data, state), refundDue(state, event.data.rejectedAt)] : [];
};

const beforePayout = (
  state: Extract<WithdrawalState, { readonly status: 'REDEEMING' }>,
  command: PayoutCommand,
): readonly WithdrawalEvent[] => {
  const key = { withdrawId: state.facts.withdrawId };
  if (command.type === 'ReleasePayout') return releaseDebit(state, command);
  if (command.type !== 'HoldPayout') return [];
  return heldBy(key, state.hold ?? {}, { now: command.now, lostSince: command.lostSince });
};

/** The first event releases the debit, the next the payout. A possible payment or a doubtful debit keeps the hold. */
const releaseDebit = (
  state: Extract<WithdrawalState, { readonly status: 'REDEEMING' }>,
  { now, hasAskedAll = false, isUnpaid = false }: ReleasePayout,
): readonly WithdrawalEvent[] => {
  const { facts, hold, isDebitHeld } = state;
  if (hold === undefined) return [];
  if (isDebitHeld === true && !hasAskedAll) throw mustAskFirst();
  const isFree = contradictionsOf(state).length === 0 && (hold.lostSince === undefined || isUnpaid);
  const released = { type: 'PayoutReleased', data: { withdrawId: facts.withdrawId, releasedAt: now } } as const;
  return [...(isDebitHeld === true ? [released] : []), ...(isFree ? [released] : [])];
};

export const payoutIn = (state: WithPayout): PayoutState =>
  state.status === 'COMPLETED' ? (state.again ?? state.payout) : state.payout;

const owedBack = ({ amountBaseUnits, resolvedAt }: ReturnResolved, state: WithPayout): readonly WithdrawalEvent[] => {
  if (amountBaseUnits === null) return [];
  const due = refundDue(state, resolvedAt);
  return [{ ...due, data: { ...due.data, amountBaseUnits, reason: 'PAYOUT_RETURNED' } }];
};

type Data<Type extends WithdrawalEvent['type']> = Extract<WithdrawalEvent, { readonly type: Type }>['data'];

const oursIn = ({ externalUserId }: WithdrawalFacts) => (externalUserId === undefined ? {} : { externalUserId });

const completed = (settled: Data<'PayoutSettled'>, { facts }: WithPayout): WithdrawalEvent => {
  const { withdrawId, providerId, endToEndId, receiptUrl, amountCents, settledAt } = settled;
  const { grossCents, fees } = facts;
  const paid = { withdrawId, providerId, endToEndId, receiptUrl };
  const amounts = { grossCents, feeCents: fees.totalCents, netCents: amountCents, currency: 'BRL' } as const;
  return { type: 'WithdrawalCompleted', data: { ...paid, ...amounts, ...oursIn(facts), completedAt: settledAt } };
};

const failed = (rejected: Data<'PayoutRejected'>, { facts }: WithPayout): WithdrawalEvent => {
  const { withdrawId, code: reasonCode, message: reason, rejectedAt: failedAt } = rejected;
  return {
    type: 'WithdrawalFailed',
    data: { withdrawId, reasonCode, reason, refundDue: true, ...oursIn(facts), failedAt },
  };
};

/** Operators, not the provider, decided: the refund waits. */
const decidedUnpaid = (decided: Data<'PayoutDecided'>, state: WithPayout): readonly WithdrawalEvent[] => {
  const due = refundDue(state, decided.decidedAt);
  return [
    failed({ withdrawId: decided.withdrawId, ...rejectionBy(decided) }, state),
    { ...due, data: { ...due.data, refundableFrom: decided.refundableFrom } },
  ];
};

const refundDue = ({ facts }: WithPayout, now: string): Extract<WithdrawalEvent, { readonly type: 'RefundDue' }> => {
  const { withdrawId, network, assetId, amountBaseUnits, wallet: to } = facts;
  return {
    type: 'RefundDue',
    data: { withdrawId, network, assetId, amountBaseUnits, to, reason: 'PAYOUT_FAILED', dueAt: now },
  };
};
