import type { DepositProposalWithdrawn, DepositResolutionProposed } from '../aggregates/deposit/events';
import { memoHashOf } from '../aggregates/deposit/matching';
import type { Recorded } from '../aggregates/events';
import { assignmentHoldIdOf, reconciliationHolds } from '../read-models/matching/reconciliation-holds';
import { reconciliationIntents } from '../read-models/matching/reconciliation-intents';
import { type Change, type Get, put } from './projection';

export const isAboutAssignment = ({ type }: Recorded): boolean =>
  type === 'DepositResolutionProposed' || type === 'DepositProposalWithdrawn';

/** Once an intent: the row stays when the hold has ended. */
export const assignmentHeld = (
  { memo, depositId, proposedAt, heldUntil: until }: DepositResolutionProposed,
  get: Get,
): readonly Change[] => {
  if (memo === undefined || until === undefined) return [];
  const hash = memoHashOf(memo);
  const [row, holdId] = [get(reconciliationIntents, hash), assignmentHoldIdOf(hash)];
  if (row === undefined || get(reconciliationHolds, holdId) !== undefined) return [];
  const { intent_id } = row;
  const hold = { hold_id: holdId, memo_hash: hash, intent_id, deposit_id: depositId, since: proposedAt, until };
  return [put(reconciliationHolds, hold)];
};

export const assignmentFreed = (
  { memo, depositId, withdrawnAt: until }: DepositProposalWithdrawn,
  get: Get,
): readonly Change[] => {
  const hold = memo === undefined ? undefined : get(reconciliationHolds, assignmentHoldIdOf(memoHashOf(memo)));
  return hold?.deposit_id !== depositId ? [] : [put(reconciliationHolds, { ...hold, until })];
};
