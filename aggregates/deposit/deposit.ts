import { type DepositId, depositIdOf, type Movement } from '../chain';
import type { Decider } from '../decider';
import { rejection } from '../rejection';
import type { DepositEvent, DepositUnmatched, UnmatchedReason } from './events';

export type DepositState =
  | { readonly status: 'NONE' }
  | { readonly status: 'OBSERVED' | 'REVERTED'; readonly movement: Pick<Movement, 'network' | 'memos'> }
  | { readonly status: 'FINALISED' }
  | { readonly status: 'CLAIMED' | 'MATCHED'; readonly intentId: string }
  | { readonly status: 'UNMATCHED'; readonly reason: UnmatchedReason };

export type DepositCommand =
  | { readonly type: 'ObserveDeposit'; readonly movement: Movement; readonly now: string }
  | { readonly type: 'FinaliseDeposit'; readonly movement: Movement; readonly now: string }
  | { readonly type: 'RevertDeposit'; readonly depositId: DepositId; readonly reason: string; readonly now: string }
  | {
      readonly type: 'ClaimDeposit';
      readonly depositId: DepositId;
      readonly intentId: string;
      readonly by: string;
      readonly now: string;
    }
  | { readonly type: 'MatchDeposit'; readonly depositId: DepositId; readonly intentId: string; readonly now: string }
  | {
      readonly type: 'ReleaseDeposit';
      readonly depositId: DepositId;
      readonly intentId: string;
      readonly reason: UnmatchedReason;
      readonly now: string;
    }
  | { readonly type: 'LeaveUnmatched'; readonly verdict: DepositUnmatched };

const evolve = (_state: DepositState, event: DepositEvent): DepositState => {
  switch (event.type) {
    case 'DepositObserved':
      return { status: 'OBSERVED', movement: { network: event.data.network, memos: event.data.memos } };
    case 'DepositFinalised':
      return { status: 'FINALISED' };
    case 'DepositReverted':
      return { status: 'REVERTED', movement: { network: event.data.network, memos: event.data.memos } };
    case 'DepositClaimed':
      return { status: 'CLAIMED', intentId: event.data.intentId };
    case 'DepositMatched':
      return { status: 'MATCHED', intentId: event.data.intentId };
    case 'DepositReleased':
    case 'DepositUnmatched':
      return { status: 'UNMATCHED', reason: event.data.reason };
  }
};

const identified = (movement: Movement): Movement & { readonly depositId: DepositId } => ({
  ...movement,
  depositId: depositIdOf(movement.network, movement.txid, movement.position),
});

const decide = (state: DepositState, command: DepositCommand): readonly DepositEvent[] => {
  switch (command.type) {
    case 'ObserveDeposit':
      // A transaction that a reorganisation dropped may be mined again: money that arrives is never ignored.
      if (state.status !== 'NONE' && state.status !== 'REVERTED') return [];
      return [{ type: 'DepositObserved', data: { ...identified(command.movement), observedAt: command.now } }];
    case 'FinaliseDeposit':
      if (state.status !== 'NONE' && state.status !== 'OBSERVED' && state.status !== 'REVERTED') return [];
      return [{ type: 'DepositFinalised', data: { ...identified(command.movement), finalisedAt: command.now } }];
    case 'RevertDeposit':
      return revert(state, command);
    case 'ClaimDeposit':
      return claim(state, command);
    case 'MatchDeposit':
      return match(state, command);
    case 'ReleaseDeposit':
      return release(state, command);
    case 'LeaveUnmatched':
      return state.status === 'FINALISED' ? [{ type: 'DepositUnmatched', data: command.verdict }] : [];
  }
};

type Of<Type extends DepositCommand['type']> = Extract<DepositCommand, { readonly type: Type }>;

const revert = (state: DepositState, { depositId, reason, now }: Of<'RevertDeposit'>): readonly DepositEvent[] => {
  if (state.status !== 'OBSERVED') return [];
  return [{ type: 'DepositReverted', data: { depositId, ...state.movement, reason, revertedAt: now } }];
};

/** The fence for "a deposit serves at most one intent". */
const claim = (state: DepositState, { depositId, intentId, by, now }: Of<'ClaimDeposit'>): readonly DepositEvent[] => {
  if (state.status === 'CLAIMED' || state.status === 'MATCHED') {
    if (state.intentId === intentId) return [];
    throw rejection('DEPOSIT_TAKEN', 'The deposit serves another intent');
  }
  if (state.status !== 'FINALISED' && state.status !== 'UNMATCHED') {
    throw rejection('WRONG_STATE', 'Only a final deposit can be claimed');
  }
  return [{ type: 'DepositClaimed', data: { depositId, intentId, by, claimedAt: now } }];
};

const match = (state: DepositState, { depositId, intentId, now }: Of<'MatchDeposit'>): readonly DepositEvent[] => {
  if (state.status === 'MATCHED' && state.intentId === intentId) return [];
  if (state.status !== 'CLAIMED' || state.intentId !== intentId) {
    throw rejection('DEPOSIT_TAKEN', 'The deposit is not claimed for this intent');
  }
  return [{ type: 'DepositMatched', data: { depositId, intentId, matchedAt: now } }];
};

const release = (state: DepositState, command: Of<'ReleaseDeposit'>): readonly DepositEvent[] => {
  if (state.status !== 'CLAIMED' || state.intentId !== command.intentId) return [];
  const { depositId, intentId, reason, now } = command;
  return [{ type: 'DepositReleased', data: { depositId, intentId, reason, releasedAt: now } }];
};

export const deposit: Decider<DepositState, DepositCommand, DepositEvent> = {
  category: 'deposit',
  initial: { status: 'NONE' },
  evolve,
  decide,
};
