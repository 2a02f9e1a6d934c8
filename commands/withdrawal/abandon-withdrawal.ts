import { peggedBalance } from '../../aggregates/pegged-balance/pegged-balance';
import type { WithdrawalTerms } from '../../aggregates/pegged-balance/terms';
import { withdrawal } from '../../aggregates/withdrawal/withdrawal';
import { handle } from '../handling/handle';
import { stateOf } from '../handling/reading/read-stream';
import type { HandleDeps } from '../handling/request';
import type { Resolved } from '../payout/request-payout';
import { reservationIdOf } from './reservation-stream';
import { withdrawalContext } from './withdrawal-context';

export interface AbandonWithdrawal
  extends Pick<WithdrawalTerms, 'withdrawId' | 'network' | 'wallet' | 'partnerId' | 'userId' | 'mode'> {
  readonly causeEventId: string;
}

/** Releases a promise without a withdrawal, only after its event excludes a later one. */
export const abandonWithdrawal =
  (deps: HandleDeps) =>
  async (orphan: AbandonWithdrawal): Promise<Resolved> => {
    const { withdrawId, causeEventId } = orphan;
    await handle(deps, withdrawal, {
      id: withdrawId,
      context: withdrawalContext(orphan, causeEventId, 'abandon-withdrawal'),
      command: { type: 'AbandonWithdrawal', withdrawId, now: deps.clock.iso() },
    });
    if ((await stateOf(deps.eventStore, withdrawal, withdrawId)).status !== 'ABANDONED') return 'done';
    await handle(deps, peggedBalance, {
      id: await reservationIdOf(deps, orphan),
      context: withdrawalContext(orphan, causeEventId, 'release-balance'),
      command: { type: 'ReleaseBalance', withdrawId, reason: 'ABANDONED', now: deps.clock.iso() },
    });
    return 'done';
  };
