import type { Decider } from '../decider';
import type { PayoutEvent } from '../payout/events';
import { evolvePayout, NO_PAYOUT } from '../payout/payout';
import { evolveDue } from '../payout/refunds';
import type { PayoutState } from '../payout/state';
import { holdOf } from '../payout/trouble';
import { rejection } from '../rejection';
import type { CashoutCommand, RevealGiftCard } from './commands';
import { acceptDeposit, assignDeposit, createIntent } from './deposit-phase';
import type { CashoutEvent, OfIntent, RefundDue } from './events';
import { expire } from './expiry';
import { decidePayout, payoutIn, type WithPayout } from './payout-phase';
import type { CashoutState } from './state';

/** Limit per gift card: more than a person needs, and a bound on the events in the log. */
export const MAXIMUM_REVEALS = 20;

/** Recorded before the PIN is shown. No event means that the limit is reached: the PIN is not shown. */
const revealGiftCard = (state: CashoutState, { now }: RevealGiftCard): readonly CashoutEvent[] => {
  if (state.status !== 'COMPLETED' || state.facts.payout.kind !== 'GIFT_CARD') {
    throw rejection('WRONG_STATE', 'The intent has bought no gift card');
  }
  if (state.reveals >= MAXIMUM_REVEALS) return [];
  return [{ type: 'GiftCardRevealed', data: { intentId: state.facts.intentId, revealedAt: now } }];
};

const evolve = (state: CashoutState, event: CashoutEvent): CashoutState => {
  switch (event.type) {
    case 'CashoutIntentCreated':
      return { status: 'PENDING', facts: event.data, heldAt: null, payoutHold: {} };
    case 'ExpiryHeld':
      return state.status === 'PENDING' ? { ...state, heldAt: event.data.heldAt } : state;
    case 'DepositAccepted':
    case 'CashoutExpired':
      return state.status === 'PENDING' ? afterPending(state, event) : state;
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
    case 'CashoutCompleted':
    case 'CashoutFailed':
      return state.status === 'PROCESSING' ? afterProcessing(state, event) : state;
    case 'GiftCardRevealed':
      return state.status === 'COMPLETED' ? { ...state, reveals: state.reveals + 1 } : state;
    case 'RefundDue':
      return afterDue(state, event.data);
  }
};

type In<Status extends CashoutState['status']> = Extract<CashoutState, { readonly status: Status }>;
type Of<Type extends CashoutEvent['type']> = Extract<CashoutEvent, { readonly type: Type }>;

const afterPending = (
  { facts, payoutHold }: In<'PENDING'>,
  event: Of<'DepositAccepted' | 'CashoutExpired'>,
): CashoutState =>
  event.type === 'CashoutExpired'
    ? { status: 'EXPIRED', facts }
    : { status: 'PROCESSING', facts, deposit: event.data, payout: { ...NO_PAYOUT, ...payoutHold } };

const afterPayout = (state: CashoutState, event: PayoutEvent<OfIntent>): CashoutState => {
  if (state.status === 'PENDING' && event.type === 'PayoutHeld') return { ...state, payoutHold: holdOf(event.data) };
  if (!('payout' in state)) return state;
  const after = withPayout(state, evolvePayout(payoutIn(state), event));
  // A gift card that was bought again is a new card.
  return after.status === 'COMPLETED' && event.type === 'PayoutSettled' ? { ...after, reveals: 0 } : after;
};

const withPayout = (state: WithPayout, payout: PayoutState): CashoutState => {
  if (state.status !== 'COMPLETED') return { ...state, payout };
  const { again: _before, ...completed } = state;
  return payout.phase === 'SETTLED' ? { ...completed, payout } : { ...completed, again: payout };
};

const afterDue = (state: CashoutState, due: RefundDue): CashoutState =>
  'payout' in state ? withPayout(state, evolveDue(payoutIn(state), { ...due, network: state.facts.network })) : state;

const afterProcessing = (
  { facts, deposit, payout }: In<'PROCESSING'>,
  { type }: Of<'CashoutCompleted' | 'CashoutFailed'>,
): CashoutState => {
  if (type === 'CashoutFailed') return { status: 'FAILED', facts, deposit, payout };
  return payout.phase === 'SETTLED'
    ? { status: 'COMPLETED', facts, deposit, payout, reveals: 0 }
    : { status: 'PROCESSING', facts, deposit, payout };
};

const decide = (state: CashoutState, command: CashoutCommand): readonly CashoutEvent[] => {
  switch (command.type) {
    case 'CreateIntent':
      return createIntent(state, command);
    case 'AcceptDeposit':
      return acceptDeposit(state, command);
    case 'AssignDeposit':
      return assignDeposit(state, command);
    case 'Expire':
      return expire(state, command);
    case 'RequestPayout':
    case 'DispatchPayout':
    case 'DeferPayout':
    case 'RecordOutcome':
    case 'HoldPayout':
    case 'ReleasePayout':
    case 'DecidePayout':
    case 'WithdrawProposal':
    case 'ResolveReturn':
    case 'RecoverPayout':
    case 'RecordRefund':
      return decidePayout(state, command);
    case 'RevealGiftCard':
      return revealGiftCard(state, command);
  }
};

export const cashout: Decider<CashoutState, CashoutCommand, CashoutEvent> = {
  category: 'cashout',
  initial: { status: 'NONE' },
  evolve,
  decide,
};
