import type { PayoutCommand } from './commands';
import { decidePayout } from './decision';
import type { PayoutEvent, PayoutOutcomeUnknown, PayoutSettled } from './events';
import { mustBeTold } from './losses';
import { recordOutcome } from './outcome';
import type { Owed } from './owed';
import { recoverPayout } from './recovery';
import { evolveRefunded, recordRefund } from './refunds';
import { evolveResolved, failedOrOpen, resolveReturn } from './returns';
import { deferPayout, dispatchPayout, evolveDeferred, requestPayout } from './sending';
import {
  allEnded,
  awaitedUnder,
  contradictionOf,
  endedUnder,
  hasEnded,
  isSent,
  knownAgainst,
  type PayoutState,
  type SentPayout,
  sentKeysIn,
  toldOf,
} from './state';
import { evolveTrouble, holdPayout, releasePayout, type TroubleEvent, withdrawProposal } from './trouble';

export const NO_PAYOUT: PayoutState = { phase: 'NONE', contradictions: [] };

export const evolvePayout = (state: PayoutState, event: PayoutEvent<object>): PayoutState => {
  switch (event.type) {
    case 'PayoutReturned': {
      if (state.phase !== 'SETTLED') return state;
      const { amountCents, feeCents } = event.data;
      return {
        ...state,
        returnedCents: state.returnedCents + BigInt(amountCents),
        feesCents: state.feesCents + BigInt(feeCents ?? 0),
      };
    }
    case 'ReturnResolved':
      return state.phase === 'SETTLED' ? evolveResolved(state, event.data) : state;
    case 'RefundRecorded':
      return evolveRefunded(state, event.data);
    case 'PayoutContradicted': {
      const told = contradictionOf(event.data.providerKey, event.data.detail);
      const { proposal: _takenBack, ...rest } = state;
      return { ...rest, contradictions: [...state.contradictions, told] };
    }
    case 'PayoutHeld':
    case 'PayoutReleased':
    case 'PayoutDecisionProposed':
    case 'PayoutProposalWithdrawn':
    case 'PayoutDecided':
      return evolveTrouble(state, event);
    case 'PayoutDeferred':
      return evolveDeferred(state, event.data);
    case 'PayoutRequested':
    case 'PayoutDispatched':
    case 'PayoutOutcomeUnknown':
    case 'PayoutRejected':
    case 'PayoutSettled':
      return hasEnded(state) ? state : onItsWay(state, event);
  }
};

type AfterItsEnd = 'PayoutReturned' | 'ReturnResolved' | 'RefundRecorded';

type OnItsWay = Exclude<
  PayoutEvent<object>,
  TroubleEvent | { readonly type: AfterItsEnd | 'PayoutContradicted' | 'PayoutDeferred' }
>;

const onItsWay = (state: PayoutState, event: OnItsWay): PayoutState => {
  const told = toldOf(state);
  switch (event.type) {
    case 'PayoutRequested': {
      const { attempt, providerKey, provider = null } = event.data;
      return { phase: 'REQUESTED', attempt, providerKey, provider, ...told };
    }
    case 'PayoutDispatched': {
      const { attempt, providerKey, provider, dispatchedAt, notAfter } = event.data;
      const before = (told.sent ?? []).filter((each) => each.providerKey !== providerKey);
      const sent = [...before, { attempt, providerKey, provider, dispatchedAt }];
      return { phase: 'DISPATCHED', attempt, providerKey, provider, dispatchedAt, notAfter, ...told, sent };
    }
    case 'PayoutOutcomeUnknown':
      return isSent(state) ? afterSilence(state, event.data) : state;
    case 'PayoutSettled':
      return afterSettlement(state, event.data);
    case 'PayoutRejected': {
      const { attempt, nextAttemptAt } = event.data;
      if (nextAttemptAt === null) return failedOrOpen(state, attempt, null);
      return { phase: 'REJECTED', attempt, nextAttemptAt, ...told };
    }
  }
};

const afterSilence = (state: SentPayout, { unknownAt }: PayoutOutcomeUnknown): PayoutState => {
  const { attempt, providerKey, provider, dispatchedAt } = state;
  return { phase: 'UNKNOWN', attempt, providerKey, provider, dispatchedAt, unknownAt, ...toldOf(state) };
};

/** Operators may settle a key that counted as rejected, after another attempt was requested. */
const afterSettlement = (state: PayoutState, event: PayoutSettled): PayoutState => {
  const { providerKey, amountCents, feeCents, decided } = event;
  const paidFor = awaitedUnder(state, providerKey) ?? state.sent?.find((each) => each.providerKey === providerKey);
  if (paidFor === undefined || !('attempt' in state)) return state;
  const { provider, dispatchedAt } = paidFor;
  const paid = { paidCents: BigInt(amountCents), feesCents: BigInt(feeCents ?? 0) };
  const moved = { ...paid, returnedCents: 0n, resolvedCents: 0n };
  const { attempt } = state;
  const ended = decided === undefined ? endedUnder(state, providerKey) : allEnded(state);
  const told = { ...toldOf(state), ...ended, ...knownAgainst(state, decided?.despite) };
  const byWord = decided === undefined ? {} : { settledByWord: sentKeysIn(state) };
  return { phase: 'SETTLED', attempt, providerKey, provider, dispatchedAt, ...moved, ...told, ...byWord };
};

const decide = <Key extends object>(
  owed: Owed<Key>,
  state: PayoutState,
  command: PayoutCommand,
): readonly PayoutEvent<Key>[] => {
  switch (command.type) {
    case 'RequestPayout':
      return requestPayout(owed, state, command);
    case 'DispatchPayout':
      return dispatchPayout(owed, state, command);
    case 'DeferPayout':
      return deferPayout(owed, state, command);
    case 'RecordOutcome':
      return recordOutcome(owed, state, command);
    case 'HoldPayout':
      return holdPayout(owed, state, command);
    case 'ReleasePayout':
      return releasePayout(owed, state, command);
    case 'DecidePayout':
      return decidePayout(owed, state, command);
    case 'WithdrawProposal':
      return withdrawProposal(owed, state, command);
    case 'ResolveReturn':
      mustBeTold(state);
      return resolveReturn(owed, state, command);
    case 'RecoverPayout':
      return recoverPayout(owed, state, command);
    case 'RecordRefund':
      return recordRefund(owed.key, state, command);
  }
};

/** A payout's events stand in the stream of its owner. The owner reacts to the end of the payout. */
export const payoutOf = <Key extends object>(owed: Owed<Key>) => ({
  initial: NO_PAYOUT,
  evolve: (state: PayoutState, event: PayoutEvent<Key>): PayoutState => evolvePayout(state, event),
  decide: (state: PayoutState, command: PayoutCommand): readonly PayoutEvent<Key>[] => decide(owed, state, command),
});
