import type { PayoutCommand } from './commands';
import type { PayoutEvent } from './events';
import { recordOutcome } from './outcome';
import type { Owed } from './owed';
import { dispatchPayout, requestPayout } from './sending';
import { contradictionOf, isSent, type PayoutState, type SentPayout } from './state';

export const NO_PAYOUT: PayoutState = { phase: 'NONE', contradictions: [] };

export const evolvePayout = (state: PayoutState, event: PayoutEvent<object>): PayoutState => {
  const { contradictions } = state;
  if (hasEnded(state) && event.type !== 'PayoutReturned' && event.type !== 'PayoutContradicted') return state;
  switch (event.type) {
    case 'PayoutRequested': {
      const { attempt, providerKey, provider = null } = event.data;
      return { phase: 'REQUESTED', attempt, providerKey, provider, contradictions };
    }
    case 'PayoutDispatched': {
      const { attempt, providerKey, provider, dispatchedAt, notAfter } = event.data;
      return { phase: 'DISPATCHED', attempt, providerKey, provider, dispatchedAt, notAfter, contradictions };
    }
    case 'PayoutOutcomeUnknown':
    case 'PayoutSettled':
      return isSent(state) ? afterSending(state, event) : state;
    case 'PayoutRejected': {
      const { attempt, nextAttemptAt } = event.data;
      if (nextAttemptAt === null) return { phase: 'FAILED', contradictions };
      return { phase: 'REJECTED', attempt, nextAttemptAt, contradictions };
    }
    case 'PayoutReturned': {
      if (state.phase !== 'SETTLED') return state;
      return { ...state, returnedCents: state.returnedCents + BigInt(event.data.amountCents) };
    }
    case 'PayoutContradicted': {
      const told = contradictionOf(event.data.providerKey, event.data.detail);
      return { ...state, contradictions: [...contradictions, told] };
    }
  }
};

const hasEnded = ({ phase }: PayoutState): boolean => phase === 'SETTLED' || phase === 'FAILED';

type AfterSending = Extract<PayoutEvent<object>, { readonly type: 'PayoutOutcomeUnknown' | 'PayoutSettled' }>;

const afterSending = (
  { attempt, providerKey, provider, dispatchedAt, contradictions }: SentPayout,
  event: AfterSending,
): PayoutState => {
  if (event.type === 'PayoutOutcomeUnknown') {
    const { unknownAt } = event.data;
    return { phase: 'UNKNOWN', attempt, providerKey, provider, dispatchedAt, unknownAt, contradictions };
  }
  const paidCents = BigInt(event.data.amountCents);
  return { phase: 'SETTLED', providerKey, dispatchedAt, paidCents, returnedCents: 0n, contradictions };
};

const decidePayout = <Key extends object>(
  owed: Owed<Key>,
  state: PayoutState,
  command: PayoutCommand,
): readonly PayoutEvent<Key>[] => {
  switch (command.type) {
    case 'RequestPayout':
      return requestPayout(owed, state, command);
    case 'DispatchPayout':
      return dispatchPayout(owed, state, command);
    case 'RecordOutcome':
      return recordOutcome(owed, state, command);
  }
};

/** A decider in its owner's stream; the owner reacts to the payout's end (design: domain, section 3, "Payout"). */
export const payoutOf = <Key extends object>(owed: Owed<Key>) => ({
  initial: NO_PAYOUT,
  evolve: (state: PayoutState, event: PayoutEvent<Key>): PayoutState => evolvePayout(state, event),
  decide: (state: PayoutState, command: PayoutCommand): readonly PayoutEvent<Key>[] =>
    decidePayout(owed, state, command),
});
