import type { NetworkName } from '../chain';
import type { Digits } from '../money';

/** The newest block that a watcher has scanned is later than `time`: every deposit up to then is known. */
export type WatcherEvent = { readonly type: 'WatermarkReached'; readonly data: WatermarkReached };

export interface WatermarkReached {
  readonly network: NetworkName;
  readonly time: string;
  readonly blockNumber: Digits;
}
