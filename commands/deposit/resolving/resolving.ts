import type { IssuedIntent } from '../../../aggregates/cashout/deposit-phase';
import type { DepositId } from '../../../aggregates/chain';
import type { Approval, Word } from '../../../aggregates/deposit/commands';
import { deposit } from '../../../aggregates/deposit/deposit';
import type { DepositEvent, FinalDeposit } from '../../../aggregates/deposit/events';
import { rejection } from '../../../aggregates/rejection';
import { stateOf } from '../../handling/reading/read-stream';
import type { HandleDeps } from '../../handling/request';
import { isHeld } from '../../watching/judging/is-held';
import { needsTwo, type WorthDeps } from './needs-two';

export interface Resolving extends Word, Pick<Approval, 'isNamed' | 'mayPropose'> {
  readonly depositId: DepositId;
}

/** PROPOSED waits for another operator. */
export type Resolution = 'PROPOSED' | 'RESOLVED';

export const resolutionIn = (events: readonly DepositEvent[]): Resolution =>
  events.some(({ type }) => type === 'DepositResolutionProposed') ? 'PROPOSED' : 'RESOLVED';

/** Refuses NOT_FOUND, and WRONG_STATE unless the deposit is final in an undoubted history. */
export const finalOf = async (deps: HandleDeps, depositId: DepositId): Promise<FinalDeposit> => {
  const state = await stateOf(deps.eventStore, deposit, depositId);
  if (state.status === 'NONE') throw rejection('NOT_FOUND', 'No such deposit');
  if (await isHeld(deps, depositId)) {
    throw rejection('WRONG_STATE', 'The final history of the deposit’s network is in doubt');
  }
  if (!('final' in state)) throw rejection('WRONG_STATE', 'The deposit is not final');
  return state.final;
};

export const approvalOf = async (
  deps: WorthDeps,
  { isNamed, mayPropose }: Resolving,
  final: FinalDeposit,
  intent: IssuedIntent | null,
): Promise<Approval> => ({ needsTwo: await needsTwo(deps, final, intent), isNamed, mayPropose });
