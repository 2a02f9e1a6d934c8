import type { Decider } from '../decider';
import type { CashoutCommand } from './commands';
import { acceptDeposit, createIntent, expire } from './deposit-phase';
import type { CashoutEvent } from './events';
import { revealGiftCard } from './gift-card';
import { recordOutcome } from './payout-outcome';
import { dispatchPayout, requestPayout } from './payout-phase';
import { type CashoutState, isSent, type PayoutState, type Processing } from './state';

/** An event that the status does not allow changes nothing: judging is what `decide` does. */
const evolve = (state: CashoutState, event: CashoutEvent): CashoutState => {
  switch (event.type) {
    case 'CashoutIntentCreated':
      return { status: 'PENDING', facts: event.data };
    case 'DepositAccepted':
    case 'CashoutExpired':
      return state.status === 'PENDING' ? afterPending(state, event) : state;
    case 'PayoutRequested':
    case 'PayoutDispatched':
    case 'PayoutOutcomeUnknown':
    case 'PayoutRejected':
      return state.status === 'PROCESSING' ? { ...state, payout: payoutAfter(state.payout, event) } : state;
    case 'CashoutCompleted':
    case 'CashoutFailed':
      return state.status === 'PROCESSING' ? afterProcessing(state, event) : state;
    case 'PayoutReturned':
    case 'GiftCardRevealed':
      return state.status === 'COMPLETED' ? afterCompletion(state, event) : state;
    case 'PayoutContradicted':
      return 'contradicted' in state ? { ...state, contradicted: true } : state;
    case 'PayoutSettled':
    case 'RefundDue':
      return state;
  }
};

type In<Status extends CashoutState['status']> = Extract<CashoutState, { readonly status: Status }>;
type Of<Type extends CashoutEvent['type']> = Extract<CashoutEvent, { readonly type: Type }>;

const afterPending = ({ facts }: In<'PENDING'>, event: Of<'DepositAccepted' | 'CashoutExpired'>): CashoutState =>
  event.type === 'CashoutExpired'
    ? { status: 'EXPIRED', facts }
    : { status: 'PROCESSING', facts, deposit: event.data, payout: { phase: 'NONE' }, contradicted: false };

const afterProcessing = (state: Processing, { type }: Of<'CashoutCompleted' | 'CashoutFailed'>): CashoutState => {
  const { facts, deposit, payout, contradicted } = state;
  if (type === 'CashoutFailed') return { status: 'FAILED', facts, deposit, contradicted };
  if (!isSent(payout)) return state;
  return { status: 'COMPLETED', facts, deposit, payout, returnedCents: 0n, reveals: 0, contradicted };
};

const afterCompletion = (
  state: In<'COMPLETED'>,
  { type, data }: Of<'PayoutReturned' | 'GiftCardRevealed'>,
): CashoutState =>
  type === 'GiftCardRevealed'
    ? { ...state, reveals: state.reveals + 1 }
    : { ...state, returnedCents: state.returnedCents + BigInt(data.amountCents) };

type PayoutStep = Of<'PayoutRequested' | 'PayoutDispatched' | 'PayoutOutcomeUnknown' | 'PayoutRejected'>;

const payoutAfter = (payout: PayoutState, event: PayoutStep): PayoutState => {
  const { attempt, providerKey } = event.data;
  switch (event.type) {
    case 'PayoutRequested':
      return { phase: 'REQUESTED', attempt, providerKey };
    case 'PayoutDispatched': {
      const { dispatchedAt, notAfter } = event.data;
      return { phase: 'DISPATCHED', attempt, providerKey, dispatchedAt, notAfter };
    }
    case 'PayoutOutcomeUnknown': {
      if (!isSent(payout)) return payout;
      const { dispatchedAt } = payout;
      return { phase: 'UNKNOWN', attempt, providerKey, dispatchedAt, unknownAt: event.data.unknownAt };
    }
    case 'PayoutRejected': {
      const { nextAttemptAt } = event.data;
      return nextAttemptAt === null ? payout : { phase: 'REJECTED', attempt, nextAttemptAt };
    }
  }
};

const decide = (state: CashoutState, command: CashoutCommand): readonly CashoutEvent[] => {
  switch (command.type) {
    case 'CreateIntent':
      return createIntent(state, command);
    case 'AcceptDeposit':
      return acceptDeposit(state, command);
    case 'Expire':
      return expire(state, command);
    case 'RequestPayout':
      return requestPayout(state, command);
    case 'DispatchPayout':
      return dispatchPayout(state, command);
    case 'RecordOutcome':
      return recordOutcome(state, command);
    case 'RevealGiftCard':
      return revealGiftCard(state, command);
  }
};

/** A cash-out from intent to payout (specification, part 3; design: domain, section 3). */
export const cashout: Decider<CashoutState, CashoutCommand, CashoutEvent> = {
  category: 'cashout',
  initial: { status: 'NONE' },
  evolve,
  decide,
};
