import type { Decider } from '../decider';
import type { CashoutCommand } from './commands';
import { acceptDeposit, createIntent, expire } from './deposit-phase';
import type { CashoutEvent } from './events';
import { revealGiftCard } from './gift-card';
import { recordOutcome } from './payout-outcome';
import { dispatchPayout, requestPayout } from './payout-phase';
import { type CashoutState, isSent, type PayoutState } from './state';

const evolve = (state: CashoutState, event: CashoutEvent): CashoutState => {
  switch (event.type) {
    case 'CashoutIntentCreated':
      return { status: 'PENDING', facts: event.data };
    case 'DepositAccepted':
      return state.status === 'PENDING'
        ? {
            status: 'PROCESSING',
            facts: state.facts,
            deposit: event.data,
            payout: { phase: 'NONE' },
            contradicted: false,
          }
        : state;
    case 'CashoutExpired':
      return state.status === 'PENDING' ? { status: 'EXPIRED', facts: state.facts } : state;
    case 'CashoutCompleted':
    case 'CashoutFailed':
    case 'PayoutReturned':
    case 'PayoutContradicted':
    case 'GiftCardRevealed':
      return evolveEnd(state, event);
    case 'PayoutRequested':
    case 'PayoutDispatched':
    case 'PayoutOutcomeUnknown':
    case 'PayoutRejected':
      return state.status === 'PROCESSING' ? { ...state, payout: payoutAfter(state.payout, event) } : state;
    case 'PayoutSettled':
    case 'RefundDue':
      return state;
  }
};

type EndEvent = Extract<
  CashoutEvent,
  { type: 'CashoutCompleted' | 'CashoutFailed' | 'PayoutReturned' | 'PayoutContradicted' | 'GiftCardRevealed' }
>;

const evolveEnd = (state: CashoutState, event: EndEvent): CashoutState => {
  if (event.type === 'PayoutContradicted') return 'contradicted' in state ? { ...state, contradicted: true } : state;
  if (event.type === 'PayoutReturned') {
    if (state.status !== 'COMPLETED') return state;
    return { ...state, returnedCents: state.returnedCents + BigInt(event.data.amountCents) };
  }
  if (event.type === 'GiftCardRevealed') {
    return state.status === 'COMPLETED' ? { ...state, reveals: state.reveals + 1 } : state;
  }
  if (state.status !== 'PROCESSING') return state;
  const { facts, deposit, payout, contradicted } = state;
  if (event.type === 'CashoutFailed') return { status: 'FAILED', facts, deposit, contradicted };
  if (!isSent(payout)) return state;
  return { status: 'COMPLETED', facts, deposit, payout, returnedCents: 0n, reveals: 0, contradicted };
};

type PayoutStep = Extract<
  CashoutEvent,
  { type: 'PayoutRequested' | 'PayoutDispatched' | 'PayoutOutcomeUnknown' | 'PayoutRejected' }
>;

const payoutAfter = (payout: PayoutState, event: PayoutStep): PayoutState => {
  const { attempt, providerKey } = event.data;
  switch (event.type) {
    case 'PayoutRequested':
      return { phase: 'REQUESTED', attempt, providerKey };
    case 'PayoutDispatched':
      return {
        phase: 'DISPATCHED',
        ...{ attempt, providerKey },
        dispatchedAt: event.data.dispatchedAt,
        notAfter: event.data.notAfter,
      };
    case 'PayoutOutcomeUnknown':
      return isSent(payout)
        ? { phase: 'UNKNOWN', attempt, providerKey, dispatchedAt: payout.dispatchedAt, unknownAt: event.data.unknownAt }
        : payout;
    case 'PayoutRejected':
      return event.data.nextAttemptAt === null
        ? payout
        : { phase: 'REJECTED', attempt, nextAttemptAt: event.data.nextAttemptAt };
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
  initial: { status: 'NONE' },
  evolve,
  decide,
};
