import type { Decider } from '../decider';
import type { WatcherEvent, WatermarkReached } from './events';

export interface WatcherState {
  /** ISO 8601, UTC: sorts as text. Empty before the first watermark. */
  readonly time: string;
}

export type WatcherCommand = { readonly type: 'ReachWatermark'; readonly watermark: WatermarkReached };

export const watcher: Decider<WatcherState, WatcherCommand, WatcherEvent> = {
  initial: { time: '' },
  evolve: (_state, event) => ({ time: event.data.time }),
  decide: (state, { watermark }) =>
    watermark.time > state.time ? [{ type: 'WatermarkReached', data: watermark }] : [],
};
