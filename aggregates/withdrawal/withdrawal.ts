import type { Decider } from '../decider';
import type { PayoutEvent } from '../payout/events';
import { evolvePayout, NO_PAYOUT } from '../payout/payout';
import { evolveDue } from '../payout/refunds';
import type { PayoutState } from '../payout/state';
import { holdOf } from '../payout/trouble';
import { rejection } from '../rejection';
import type { WithdrawalCommand } from './commands';
import { doubtDebit } from './debit-doubt';
import {
  afterDecision,
  afterProposal,
  afterWithdrawal,
  decideRedemption,
  settleOutside,
  withdrawProposal,
} from './decision';
import type {
  OfWithdrawal,
  RedemptionContradicted,
  RedemptionSent,
  WithdrawalEvent,
  WithdrawalRefundDue,
  WithdrawalRequested,
} from './events';
import { decidePayout, payoutIn, type WithPayout } from './payout-phase';
import { contradictionsOf, recordRedemption, sendRedemption } from './redemption-phase';
import type { RedemptionState, WithdrawalState } from './state';

const evolve = (state: WithdrawalState, event: WithdrawalEvent): WithdrawalState => {
  switch (event.type) {
    case 'WithdrawalRequested':
      return state.status === 'NONE'
        ? { status: 'REDEEMING', facts: event.data, redemption: { phase: 'NONE' } }
        : state;
    case 'WithdrawalAbandoned':
      return state.status === 'NONE' ? { status: 'ABANDONED' } : state;
    case 'RedemptionContradicted':
      return afterContradiction(state, event.data);
    case 'RedemptionDecisionProposed':
      return afterProposal(state, event.data);
    case 'RedemptionProposalWithdrawn':
      return afterWithdrawal(state);
    case 'RedemptionDecided':
      return afterDecision(state, event.data);
    case 'RedemptionSent':
    case 'RedemptionUnknown':
    case 'RedemptionSettled':
    case 'RedemptionFailed':
      return state.status === 'REDEEMING' ? afterRedeeming(state, event) : state;
    case 'WithdrawalCompleted':
    case 'WithdrawalFailed':
      return state.status === 'PAYING' ? afterPaying(state, event.type) : state;
    case 'RefundDue':
      return afterDue(state, event.data);
    case 'PayoutRequested':
    case 'PayoutDispatched':
    case 'PayoutOutcomeUnknown':
    case 'PayoutRejected':
    case 'PayoutSettled':
    case 'PayoutReturned':
    case 'PayoutContradicted':
    case 'PayoutDeferred':
    case 'PayoutHeld':
    case 'PayoutReleased':
    case 'PayoutDecisionProposed':
    case 'PayoutProposalWithdrawn':
    case 'PayoutDecided':
    case 'ReturnResolved':
    case 'RefundRecorded':
      return afterPayout(state, event);
  }
};

type In<Status extends WithdrawalState['status']> = Extract<WithdrawalState, { readonly status: Status }>;
type Of<Type extends WithdrawalEvent['type']> = Extract<WithdrawalEvent, { readonly type: Type }>;

const afterRedeeming = (
  state: In<'REDEEMING'>,
  event: Of<'RedemptionSent' | 'RedemptionUnknown' | 'RedemptionSettled' | 'RedemptionFailed'>,
): WithdrawalState => {
  const { facts, redemption } = state;
  switch (event.type) {
    case 'RedemptionSent':
      return { ...state, redemption: afterSending(redemption, event.data) };
    case 'RedemptionUnknown':
      return redemption.phase === 'SENT' ? { ...state, redemption: { ...redemption, isUnknown: true } } : state;
    case 'RedemptionSettled':
      return {
        ...{ status: 'PAYING', facts, debit: event.data.debit, payout: { ...NO_PAYOUT, ...state.hold } },
        ...(contradictionsOf(state).length === 0 ? {} : { doubts: contradictionsOf(state) }),
      };
    case 'RedemptionFailed':
      return { status: 'FAILED', facts, redemptionKey: event.data.redemptionKey, contradictions: [] };
  }
};

const afterSending = (redemption: RedemptionState, data: RedemptionSent): RedemptionState => {
  const { txid, nonce, order, sentAt } = data;
  const sending = { txid, nonce, order, sentAt };
  // A new sending clears the proposal: its operator did not know of the sending.
  const { proposal: _earlier, ...before } = redemption;
  if (before.phase === 'SENT') return { ...before, sendings: [...before.sendings, sending] };
  const { redemptionKey } = data;
  return { phase: 'SENT', redemptionKey, sendings: [sending], isUnknown: false, contradictions: [] };
};

const afterContradiction = (state: WithdrawalState, { detail }: RedemptionContradicted): WithdrawalState => {
  if (state.status === 'FAILED') return contradicted(state, detail);
  if ('payout' in state) {
    const { proposal: _earlier, doubts = [], ...rest } = state;
    return { ...rest, doubts: [...doubts, detail] };
  }
  if (state.status !== 'REDEEMING' || state.redemption.phase !== 'SENT') return state;
  return { ...state, redemption: contradicted(state.redemption, detail) };
};

const contradicted = <Open extends Pick<In<'FAILED'>, 'contradictions' | 'proposal'>>(open: Open, detail: string) => {
  const { proposal: _earlier, ...rest } = open;
  return { ...rest, contradictions: [...open.contradictions, detail] };
};

const afterPayout = (state: WithdrawalState, event: PayoutEvent<OfWithdrawal>): WithdrawalState => {
  if (state.status === 'REDEEMING') return beforePayout(state, event);
  if (!('payout' in state)) return state;
  return withPayout(state, evolvePayout(payoutIn(state), event));
};

const withPayout = (state: WithPayout, payout: PayoutState): WithdrawalState => {
  if (state.status !== 'COMPLETED') return { ...state, payout };
  const { again: _before, ...completed } = state;
  return payout.phase === 'SETTLED' ? { ...completed, payout } : { ...completed, again: payout };
};

const afterDue = (state: WithdrawalState, due: WithdrawalRefundDue): WithdrawalState =>
  'payout' in state ? withPayout(state, evolveDue(payoutIn(state), due)) : state;

const beforePayout = (state: In<'REDEEMING'>, event: PayoutEvent<OfWithdrawal>): WithdrawalState => {
  const { isDebitHeld, ...freed } = state;
  const { hold: _released, ...released } = freed;
  if (event.type === 'PayoutReleased') return isDebitHeld === true ? freed : released;
  if (event.type !== 'PayoutHeld') return state;
  const held = { ...freed, hold: holdOf(event.data) };
  if (state.redemption.phase !== 'NONE') return held;
  // An operator who proposed an end did not know of the hold.
  return { ...held, redemption: { phase: 'NONE' }, isDebitHeld: true };
};

const afterPaying = (
  { payout, ...paying }: In<'PAYING'>,
  type: 'WithdrawalCompleted' | 'WithdrawalFailed',
): WithdrawalState => {
  if (type === 'WithdrawalFailed') return { ...paying, status: 'UNPAID', payout };
  return payout.phase === 'SETTLED' ? { ...paying, status: 'COMPLETED', payout } : { ...paying, payout };
};

const decide = (state: WithdrawalState, command: WithdrawalCommand): readonly WithdrawalEvent[] => {
  switch (command.type) {
    case 'RequestWithdrawal':
      return request(state, command.withdrawal);
    case 'AbandonWithdrawal': {
      const { withdrawId, now } = command;
      const data = { withdrawId, abandonedAt: now };
      return state.status === 'NONE' ? [{ type: 'WithdrawalAbandoned', data }] : [];
    }
    case 'SendRedemption':
      return sendRedemption(state, command);
    case 'RecordRedemption':
      return recordRedemption(state, command);
    case 'DoubtDebit':
      return doubtDebit(state, command);
    case 'DecideRedemption':
      return decideRedemption(state, command);
    case 'SettleOutside':
      return settleOutside(state, command);
    case 'WithdrawProposal':
      return withdrawProposal(state, command);
    case 'RequestPayout':
    case 'DispatchPayout':
    case 'DeferPayout':
    case 'RecordOutcome':
    case 'HoldPayout':
    case 'ReleasePayout':
    case 'DecidePayout':
    case 'ResolveReturn':
    case 'RecoverPayout':
    case 'RecordRefund':
      return decidePayout(state, command);
  }
};

/** Requested and abandoned race at no_stream: the first one is permanent. */
const request = (state: WithdrawalState, withdrawal: WithdrawalRequested): readonly WithdrawalEvent[] => {
  if (state.status === 'ABANDONED')
    throw rejection('SERVICE_UNAVAILABLE', 'The withdrawal took too long: it made no payment');
  const { grossCents, fees, payout } = withdrawal;
  if (BigInt(grossCents) !== BigInt(fees.totalCents) + BigInt(payout.amountCents))
    throw new RangeError('The gross must equal the fees plus the net');
  return state.status === 'NONE' ? [{ type: 'WithdrawalRequested', data: withdrawal }] : [];
};

export const withdrawal: Decider<WithdrawalState, WithdrawalCommand, WithdrawalEvent> = {
  category: 'withdrawal',
  initial: { status: 'NONE' },
  evolve,
  decide,
};
