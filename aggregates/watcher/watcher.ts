import type { Decider } from '../decider';
import type { Digits } from '../money';
import type { WatcherEvent, WatermarkReached } from './events';

export interface WatcherState {
  /** ISO 8601, UTC: sorts as text. Empty before the first watermark. */
  readonly time: string;
  /** Of the last watermark; null before the first. */
  readonly blockNumber: Digits | null;
}

export type WatcherCommand = { readonly type: 'ReachWatermark'; readonly watermark: WatermarkReached };

export const watcher: Decider<WatcherState, WatcherCommand, WatcherEvent> = {
  category: 'watcher',
  initial: { time: '', blockNumber: null },
  evolve: (_state, { data: { time, blockNumber } }) => ({ time, blockNumber }),
  decide: (state, { watermark }) =>
    watermark.time > state.time ? [{ type: 'WatermarkReached', data: watermark }] : [],
};
