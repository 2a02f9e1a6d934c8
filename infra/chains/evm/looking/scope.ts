import type { Movement } from '../../../../aggregates/chain';
import type { ChainHead } from '../../../../commands/ports/chain-reader';
import type { Clock } from '../../../../commands/ports/clock';
import type { BoundedMap } from '../../../../commands/timing/bounded-map';
import type { Finality } from '../../network-settings';
import type { ChainLogger } from '../../reader-options';
import type { BlockTimes } from '../nodes/block-times';
import type { EvmNodes } from '../nodes/nodes';
import type { EvmWatch } from '../protocol/watch';
import type { EvmHeader } from '../protocol/wire';
import type { ProvedArrival } from './arrival';
import type { CalledGone } from './called-gone';
import type { ReceiptSource } from './receipts';
import type { Sightings } from './sightings';

/** What all the work of one reader shares. */
export interface EvmScope {
  readonly watch: EvmWatch;
  readonly finality: Finality;
  readonly nodes: EvmNodes;
  readonly times: BlockTimes;
  readonly sightings: Sightings;
  readonly receipts: ReceiptSource;
  /** What was found in transactions that were read lately: a scan that is repeated does not ask for them again. */
  readonly remembered: BoundedMap<readonly Movement[]>;
  readonly calledGone: CalledGone;
  /** What is known of tokens that were to arrive in final blocks: each is proved once. */
  readonly arrivals: BoundedMap<ProvedArrival>;
  /** Calls for single transactions that a piece of work may make: what is left over is the next look's. */
  readonly mostSingleCalls: number;
  readonly clock: Clock;
  readonly logger: ChainLogger;
}

export const headOf = ({ number, hash, time }: EvmHeader): ChainHead => ({ height: number, hash, time });
