import type { PayoutCommand } from '../payout/commands';
import type { PayoutEvent, ReturnResolved } from '../payout/events';
import { payoutOf } from '../payout/payout';
import type { PayoutState } from '../payout/state';
import { heldBy, rejectionBy } from '../payout/trouble';
import { referencesOf } from '../quote/partner-references';
import type { CashoutEvent, OfIntent } from './events';
import type { CashoutState } from './state';

export type WithPayout = Extract<CashoutState, { readonly payout: unknown }>;

export const decidePayout = (state: CashoutState, command: PayoutCommand): readonly CashoutEvent[] => {
  if (state.status === 'PENDING') return holdBefore(state, command);
  if (!('payout' in state)) return [];
  const { intentId, payout, assetId, amountBaseUnits, totalCents } = state.facts;
  const asset = { assetId, amountBaseUnits, totalCents };
  const saga = payoutOf({ key: { intentId }, noun: 'intent', amountCents: payout.amountCents, asset });
  return saga.decide(payoutIn(state), command).flatMap((event) => [event, ...reactionTo(state, event)]);
};

const reactionTo = (state: WithPayout, event: PayoutEvent<OfIntent>): readonly CashoutEvent[] => {
  if (event.type === 'ReturnResolved') return owedBack(event.data, state);
  // The reported end stays, even if a return is paid again or a failed payout is declared not paid.
  if (state.status !== 'PROCESSING') return [];
  if (event.type === 'PayoutSettled') return [completed(event.data, state)];
  if (event.type === 'PayoutDecided') return decidedUnpaid(event.data, state);
  const isLast = event.type === 'PayoutRejected' && event.data.nextAttemptAt === null;
  return isLast ? [failed(event.data, state), refundDue(state, event.data.rejectedAt)] : [];
};

/** Only a loss of the log holds a payout before its deposit, because the deposit may be lost too. */
const holdBefore = (state: Extract<CashoutState, { status: 'PENDING' }>, command: PayoutCommand) => {
  if (command.type !== 'HoldPayout' || command.lostSince === undefined) return [];
  const { now, lostSince } = command;
  return heldBy({ intentId: state.facts.intentId }, state.payoutHold, { now, lostSince });
};

export const payoutIn = (state: WithPayout): PayoutState =>
  state.status === 'COMPLETED' ? (state.again ?? state.payout) : state.payout;

const owedBack = ({ amountBaseUnits, resolvedAt }: ReturnResolved, state: WithPayout): readonly CashoutEvent[] => {
  if (amountBaseUnits === null) return [];
  const due = refundDue(state, resolvedAt);
  return [{ ...due, data: { ...due.data, amountBaseUnits, reason: 'PAYOUT_RETURNED' } }];
};

type Data<Type extends CashoutEvent['type']> = Extract<CashoutEvent, { readonly type: Type }>['data'];

const completed = (settled: Data<'PayoutSettled'>, { facts }: WithPayout): CashoutEvent => {
  const { intentId, providerId, endToEndId, receiptUrl, amountCents, settledAt } = settled;
  const paid = { intentId, providerId, endToEndId, receiptUrl, amountCents, ...referencesOf(facts) };
  return { type: 'CashoutCompleted', data: { ...paid, currency: 'BRL', completedAt: settledAt } };
};

const failed = (rejected: Data<'PayoutRejected'>, { facts }: WithPayout): CashoutEvent => {
  const { intentId, code: reasonCode, message: reason, attempt: attempts, rejectedAt: failedAt } = rejected;
  return {
    type: 'CashoutFailed',
    data: { intentId, reasonCode, reason, attempts, refundDue: true, ...referencesOf(facts), failedAt },
  };
};

/** Operators, not the provider, decided: the refund waits. */
const decidedUnpaid = (decided: Data<'PayoutDecided'>, state: WithPayout): readonly CashoutEvent[] => {
  const due = refundDue(state, decided.decidedAt);
  return [
    failed({ intentId: decided.intentId, ...rejectionBy(decided) }, state),
    { ...due, data: { ...due.data, refundableFrom: decided.refundableFrom } },
  ];
};

/** Excludes the surplus of an overpaid deposit, which is already due. */
const refundDue = (
  { facts, deposit }: WithPayout,
  now: string,
): Extract<CashoutEvent, { readonly type: 'RefundDue' }> => {
  const { intentId, assetId, amountBaseUnits } = facts;
  const { depositId, sender: to } = deposit;
  return {
    type: 'RefundDue',
    data: { intentId, depositId, assetId, amountBaseUnits, to, reason: 'PAYOUT_FAILED', dueAt: now },
  };
};
