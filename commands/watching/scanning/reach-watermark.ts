import type { ChainHead } from '../../ports/chains/chain-reader';
import { tellWatcher } from '../tell-watcher';
import type { Look, WatchDeps } from '../watch-deps';

/** Known up to this block's time, but never later than the look's start. Written only when an intent is affected. */
export const reachWatermark = async (deps: WatchDeps, { startedAtMs }: Look, upTo: ChainHead): Promise<void> => {
  const time = new Date(Math.min(Date.parse(upTo.time), startedAtMs)).toISOString();
  if (!(await deps.watermarkMatters(time))) return;
  const watermark = { network: deps.reader.network, time, blockNumber: upTo.height.toString() };
  await tellWatcher(deps, { type: 'ReachWatermark', watermark }, time);
};
