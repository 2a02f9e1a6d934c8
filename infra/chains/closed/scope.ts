import type { Clock } from '../../../commands/ports/clock';
import type { BoundedMap } from '../../../commands/timing/bounded-map';
import type { Sightings } from '../looking/sightings';
import type { BlockTimes } from '../nodes/block-times';
import type { Nodes } from '../nodes/nodes';
import type { ChainLogger } from '../reader-options';
import type { ClosedNode } from './node';
import type { ClosedWatch } from './watch';

export interface ClosedScope {
  readonly watch: ClosedWatch;
  readonly nodes: Nodes<ClosedNode>;
  readonly times: BlockTimes;
  readonly sightings: Sightings;
  /** `<txid>:<position>` of movements that a scan reported: a rescan leaves them out. */
  readonly scanned: BoundedMap<true>;
  readonly clock: Clock;
  readonly logger: ChainLogger;
}
