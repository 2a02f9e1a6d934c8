import { invalidField, rejection } from '../rejection';
import type { AssignDeposit } from './commands';
import type { Assignment, DepositEvent, FinalDeposit } from './events';
import { refusalOf } from './matching';
import type { DepositState } from './state';

/** Null when this intent has the deposit already. Throws DEPOSIT_TAKEN or WRONG_STATE. */
export const claimable = (state: DepositState, intentId: string): FinalDeposit | null => {
  if (state.status === 'CLAIMED' || state.status === 'MATCHED') {
    if (state.intentId === intentId) return null;
    throw rejection('DEPOSIT_TAKEN', 'The deposit serves another intent');
  }
  if (!('final' in state)) throw rejection('WRONG_STATE', 'Only a final deposit can be claimed');
  return state.final;
};

const mustBeExplained = ({ operator, reason }: Assignment): void => {
  if (operator.trim() === '') throw invalidField('operator', 'says who assigns the deposit');
  if (reason.trim() === '') throw invalidField('reason', 'says why the deposit is assigned');
};

/** Only an unmatched deposit: the matcher may still take another one. */
export const assign = (state: DepositState, command: AssignDeposit): readonly DepositEvent[] => {
  const { depositId, intent, assignment, now } = command;
  mustBeExplained(assignment);
  const { intentId } = intent;
  const final = claimable(state, intentId);
  if (final === null) return [];
  if (state.status !== 'UNMATCHED') throw rejection('WRONG_STATE', 'The deposit is not judged yet');
  const refusal = refusalOf(final, intent, assignment.setAside);
  if (refusal !== null) throw rejection('WRONG_STATE', `The deposit cannot be assigned to this intent: ${refusal}`);
  const by = assignment.operator;
  return [{ type: 'DepositClaimed', data: { depositId, intentId, by, assignment, claimedAt: now } }];
};
