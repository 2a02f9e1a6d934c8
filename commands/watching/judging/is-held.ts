import type { DepositId } from '../../../aggregates/chain';
import { isInQuestion, watcher } from '../../../aggregates/watcher/watcher';
import { knownStateOf } from '../../handling/read-stream';
import type { HandleDeps } from '../../handling/request';

/** Whether nothing is matched or requested for a deposit, since final history of its network is in question. */
export const isHeld = async (deps: HandleDeps, depositId: DepositId): Promise<boolean> => {
  // The name of a network has no colon.
  const [network = ''] = depositId.split(':');
  return isInQuestion(await knownStateOf(deps, watcher, network), depositId);
};
