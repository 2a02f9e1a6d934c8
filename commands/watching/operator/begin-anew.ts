import type { NetworkName } from '../../../aggregates/chain';
import { watcher } from '../../../aggregates/watcher/watcher';
import { stateOf } from '../../handling/reading/read-stream';
import type { HandleDeps } from '../../handling/request';
import { tellWatcher } from '../tell-watcher';

export const BEGUN_ANEW = 'The chain of this network was restarted';

/** For a chain restarted under its old name, before its first scan: accepts its history, resumes its assets. */
export const beginAnew = async (deps: HandleDeps, network: NetworkName): Promise<void> => {
  const { finality, haltedAssets } = await stateOf(deps.eventStore, watcher, network);
  const telling = { ...deps, reader: { network } };
  const now = deps.clock.iso();
  if (finality.standing === 'VIOLATED') {
    const accepted = { network, fromHeight: '0', reason: BEGUN_ANEW, now };
    await tellWatcher(telling, { type: 'AcceptFinality', ...accepted }, 'begun anew');
  }
  for (const assetId of haltedAssets) {
    await tellWatcher(telling, { type: 'ResumeAsset', network, assetId, now }, `begun anew ${assetId}`);
  }
};
