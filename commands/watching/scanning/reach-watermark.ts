import type { ChainHead } from '../../ports/chain-reader';
import { tellWatcher } from '../tell-watcher';
import type { Look, WatchDeps } from '../watch-deps';

/**
 * Everything up to here is known, by the block's time and never later than by our own clock at the look's beginning.
 * Written only when it matters to an intent, so that a quiet network writes nothing.
 */
export const reachWatermark = async (deps: WatchDeps, { startedAtMs }: Look, upTo: ChainHead): Promise<void> => {
  const time = new Date(Math.min(Date.parse(upTo.time), startedAtMs)).toISOString();
  if (!(await deps.watermarkMatters(time))) return;
  const watermark = { network: deps.reader.network, time, blockNumber: upTo.height.toString() };
  await tellWatcher(deps, { type: 'ReachWatermark', watermark }, time);
};
