import { depositIdOf, type SeenMovement } from '../chain';
import type { Decider } from '../decider';
import { rejection } from '../rejection';
import type { ClaimDeposit, DepositCommand, ReleaseDeposit } from './commands';
import type { DepositEvent, FinalDeposit } from './events';
import { judgeDeposit, RULE_VERSION } from './matching';
import { refusedBy } from './refused';
import { assign, claimable, refund, withdrawProposal, writeOff } from './resolution';
import type { DepositState } from './state';

export type { DepositCommand } from './commands';
export type { DepositState } from './state';

const evolve = (state: DepositState, event: DepositEvent): DepositState => {
  switch (event.type) {
    case 'DepositObserved':
      return { status: 'OBSERVED', movement: { network: event.data.network, memos: event.data.memos } };
    case 'DepositFinalised':
      return { status: 'FINALISED', final: event.data };
    case 'DepositReverted':
      return { status: 'REVERTED', movement: { network: event.data.network, memos: event.data.memos } };
    case 'DepositClaimed':
      return 'final' in state ? { status: 'CLAIMED', intentId: event.data.intentId, final: state.final } : state;
    case 'DepositMatched':
      return 'final' in state ? { status: 'MATCHED', intentId: event.data.intentId, final: state.final } : state;
    case 'DepositReleased':
    case 'DepositUnmatched':
      return 'final' in state ? { status: 'UNMATCHED', reason: event.data.reason, final: state.final } : state;
    case 'DepositResolutionProposed':
      return state.status === 'UNMATCHED' ? { ...state, proposal: event.data } : state;
    case 'DepositProposalWithdrawn': {
      if (state.status !== 'UNMATCHED') return state;
      const { proposal: _void, ...rest } = state;
      return rest;
    }
    case 'DepositWrittenOff':
      return 'final' in state ? { status: 'WRITTEN_OFF', final: state.final } : state;
    case 'DepositRefunded':
      return 'final' in state ? { status: 'REFUNDED', txid: event.data.txid, final: state.final } : state;
  }
};

const identified = <Seen extends SeenMovement>(movement: Seen): Seen & Pick<FinalDeposit, 'depositId'> => ({
  ...movement,
  depositId: depositIdOf(movement.network, movement.txid, movement.position),
});

const decide = (state: DepositState, command: DepositCommand): readonly DepositEvent[] => {
  switch (command.type) {
    case 'ObserveDeposit':
      // A transaction dropped by a reorganisation may be mined again, and money that arrives is never ignored.
      if (state.status !== 'NONE' && state.status !== 'REVERTED') return [];
      return [{ type: 'DepositObserved', data: { ...identified(command.movement), observedAt: command.now } }];
    case 'FinaliseDeposit':
      if (state.status !== 'NONE' && state.status !== 'OBSERVED' && state.status !== 'REVERTED') return [];
      return [{ type: 'DepositFinalised', data: { ...identified(command.movement), finalisedAt: command.now } }];
    case 'RevertDeposit':
      return revert(state, command);
    case 'ClaimDeposit':
      return claim(state, command);
    case 'AssignDeposit':
      return assign(state, command);
    case 'WriteOffDeposit':
      return writeOff(state, command);
    case 'RefundDeposit':
      return refund(state, command);
    case 'WithdrawProposal':
      return withdrawProposal(state, command);
    case 'MatchDeposit':
      return match(state, command);
    case 'ReleaseDeposit':
      return release(state, command);
    case 'LeaveUnmatched':
      if (state.status !== 'FINALISED') return [];
      return [
        {
          type: 'DepositUnmatched',
          data: {
            ...command.verdict,
            memos: state.final.memos,
            ...refusedBy(state.final, command.verdict, command.naming),
          },
        },
      ];
  }
};

type Of<Type extends DepositCommand['type']> = Extract<DepositCommand, { readonly type: Type }>;

const revert = (
  state: DepositState,
  { depositId, reason, now, final }: Of<'RevertDeposit'>,
): readonly DepositEvent[] => {
  const isUnserved = state.status === 'FINALISED' || state.status === 'UNMATCHED';
  const movement = state.status === 'OBSERVED' ? state.movement : isUnserved ? final : undefined;
  if (movement === undefined) return [];
  const { network, memos } = movement;
  return [{ type: 'DepositReverted', data: { depositId, network, memos, reason, revertedAt: now } }];
};

/** The matcher may be wrong: the rule checks the facts of the chain at finality. */
const claim = (state: DepositState, command: ClaimDeposit): readonly DepositEvent[] => {
  const { depositId, intentId, intent, by, naming, now } = command;
  const final = claimable(state, intentId);
  if (final === null) return [];
  const { reason, candidates, inTime } = judgeDeposit(final, intent === null ? [] : [intent]);
  if (reason === null) return [{ type: 'DepositClaimed', data: { depositId, intentId, by, claimedAt: now } }];
  if (state.status === 'UNMATCHED') return [];
  const verdict = { reason, candidates, inTime, memos: final.memos, ruleVersion: RULE_VERSION };
  const refused = refusedBy(final, verdict, naming);
  return [{ type: 'DepositUnmatched', data: { depositId, ...verdict, ...refused, unmatchedAt: now } }];
};

const match = (state: DepositState, { depositId, intentId, now }: Of<'MatchDeposit'>): readonly DepositEvent[] => {
  if (state.status === 'MATCHED' && state.intentId === intentId) return [];
  if (state.status !== 'CLAIMED' || state.intentId !== intentId) {
    throw rejection('DEPOSIT_TAKEN', 'The deposit is not claimed for this intent');
  }
  return [{ type: 'DepositMatched', data: { depositId, intentId, matchedAt: now } }];
};

const release = (state: DepositState, command: ReleaseDeposit): readonly DepositEvent[] => {
  if (state.status !== 'CLAIMED' || state.intentId !== command.intentId) return [];
  const { depositId, intentId, reason, inTime, naming, now } = command;
  const { memos } = state.final;
  const refused = refusedBy(state.final, { candidates: [{ intentId, reason }], inTime }, naming);
  const data = { depositId, intentId, reason, memos, inTime, ...refused, releasedAt: now };
  return [{ type: 'DepositReleased', data }];
};

export const deposit: Decider<DepositState, DepositCommand, DepositEvent> = {
  category: 'deposit',
  initial: { status: 'NONE' },
  evolve,
  decide,
};
