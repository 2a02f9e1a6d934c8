import type { BalanceReading, WithdrawalTerms } from '../../aggregates/pegged-balance/terms';
import { rejection } from '../../aggregates/rejection';
import type { Clock } from '../ports/clock';
import type { PeggedRedemption } from '../ports/providers/pegged-redemption';
import { isReading } from './redemption/redemption-answer';

const READ_DEADLINE_MS = 3_000;

/** What the wallet could pay. Refuses PROVIDER_FAILURE, PROVIDER_NOT_CONFIGURED. */
export const readBalance = async (
  clock: Clock,
  redemption: PeggedRedemption,
  { withdrawId, partnerId, mode, wallet }: Pick<WithdrawalTerms, 'withdrawId' | 'partnerId' | 'mode' | 'wallet'>,
): Promise<BalanceReading> => {
  const context = { requestId: withdrawId, partnerId, mode, deadlineMs: clock.now() + READ_DEADLINE_MS };
  const read = await redemption.readBalance(context, wallet);
  if (read.ok && isReading(read.value)) return read.value;
  if (!read.ok && read.kind === 'NOT_CONFIGURED')
    throw rejection('PROVIDER_NOT_CONFIGURED', 'No redemption of the pegged asset is configured');
  throw rejection('PROVIDER_FAILURE', 'The balance of the wallet cannot be read');
};
