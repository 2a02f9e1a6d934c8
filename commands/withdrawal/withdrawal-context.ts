import type { WithdrawalTerms } from '../../aggregates/pegged-balance/terms';
import { type CommandContext, systemContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';

type Whose = Pick<WithdrawalTerms, 'withdrawId' | 'partnerId' | 'userId' | 'mode'>;

/** A wallet's stream holds withdrawals of many, so nothing of their metadata may be inherited from its first event. */
export const withdrawalContext = (
  { withdrawId, partnerId, userId, mode }: Whose,
  causeEventId: string,
  ...name: readonly string[]
): CommandContext => ({
  ...systemContext('withdrawals', commandIdOf(...name, withdrawId, causeEventId), causeEventId),
  ...{ correlationId: withdrawId, partnerId, subjectId: userId, mode },
});
