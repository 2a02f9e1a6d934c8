import type { NetworkName } from '../../../aggregates/chain';
import { watcher } from '../../../aggregates/watcher/watcher';
import { stateOf } from '../../handling/read-stream';
import type { HandleDeps } from '../../handling/request';
import { tellWatcher } from '../tell-watcher';

/** What the stream says of an acceptance that no operator decided. */
export const BEGUN_ANEW = 'The chain of this network began anew';

/**
 * For a network whose chain begins anew under its old name, before it is looked at: accepts the new chain's history from
 * its first block where the old one's was violated, and lets halted assets take intents again. What was only questioned is
 * reaffirmed by the next look, and an open gap ends where the new chain has passed its height.
 */
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
