import type { NetworkName } from '../chain';
import type { Digits } from '../money';

/** WatermarkReached -> WatermarkReached, later: every deposit up to `time` is known, since a newer block was scanned. */
export type WatcherEvent = { readonly type: 'WatermarkReached'; readonly data: WatermarkReached };

export interface WatermarkReached {
  readonly network: NetworkName;
  readonly time: string;
  readonly blockNumber: Digits;
}
