import { rejection } from '../../aggregates/rejection';
import { withdrawal } from '../../aggregates/withdrawal/withdrawal';
import { historyOf, type ReadDeps } from '../handling/read-stream';
import type { OpenedWithdrawal } from './open-withdrawal';

/**
 * What the first run of a repeated request has begun goes on, whatever would be refused today; null when there is none.
 * Refuses SERVICE_UNAVAILABLE what was abandoned.
 */
export const openedBefore = async (
  eventStore: ReadDeps['eventStore'],
  withdrawId: string,
): Promise<OpenedWithdrawal | null> => {
  const [first] = await historyOf(eventStore, withdrawal, withdrawId);
  if (first === undefined) return null;
  if (first.type !== 'WithdrawalRequested')
    throw rejection('SERVICE_UNAVAILABLE', 'It took too long; nothing was paid');
  return { withdrawal: first.data, position: first.position };
};
