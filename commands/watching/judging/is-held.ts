import type { DepositId, NetworkName } from '../../../aggregates/chain';
import { isInQuestion, watcher } from '../../../aggregates/watcher/watcher';
import { knownStateOf } from '../../handling/reading/read-stream';
import type { HandleDeps } from '../../handling/request';

/** True while matching and payouts of a deposit wait, because its network's final history is in doubt. */
export const isHeld = async (deps: HandleDeps, depositId: DepositId): Promise<boolean> => {
  // Network names have no colon.
  const [network = ''] = depositId.split(':');
  return isInQuestion(await knownStateOf(deps, watcher, network), depositId);
};

/** True while the network's final history is in doubt. */
export const isNetworkHeld = async (deps: HandleDeps, network: NetworkName): Promise<boolean> =>
  (await knownStateOf(deps, watcher, network)).finality.standing !== 'SOUND';
