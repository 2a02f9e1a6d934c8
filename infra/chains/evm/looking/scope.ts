import type { Movement } from '../../../../aggregates/chain';
import type { Clock } from '../../../../commands/ports/clock';
import type { BoundedMap } from '../../../../commands/timing/bounded-map';
import type { Sightings } from '../../looking/sightings';
import type { Finality } from '../../network-settings';
import type { BlockTimes } from '../../nodes/block-times';
import type { Nodes } from '../../nodes/nodes';
import type { ChainLogger } from '../../reader-options';
import type { EvmNode } from '../nodes/node';
import type { EvmWatch } from '../protocol/watch';
import type { ProvedArrival } from './arrival';
import type { CalledGone } from './called-gone';

export interface EvmScope {
  readonly watch: EvmWatch;
  readonly finality: Finality;
  readonly nodes: Nodes<EvmNode>;
  readonly times: BlockTimes;
  readonly sightings: Sightings;
  readonly noBlockReceipts: Map<EvmNode, number>;
  /** Movements of transactions read recently, so that a repeated scan does not read them again. */
  readonly remembered: BoundedMap<readonly Movement[]>;
  readonly calledGone: CalledGone;
  /** Each token arrival is proved once per final block. */
  readonly arrivals: BoundedMap<ProvedArrival>;
  /** Call budget of one piece of work; the next scan continues with the rest. */
  readonly mostSingleCalls: number;
  readonly refusedAt: Map<string, number>;
  readonly clock: Clock;
  readonly logger: ChainLogger;
}
