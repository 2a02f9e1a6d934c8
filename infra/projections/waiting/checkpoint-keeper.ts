import type { Pool } from 'pg';
import { misplacedCheckpoints } from '../../../commands/pair/placing/misplaced-checkpoints';
import type { Logger } from '../../logger';
import type { CheckpointKeeper } from '../../pair/checkpoint-keeper';
import { adoptCheckpoints } from '../adoption/adopt-checkpoints';
import type { ParkedStream } from '../live/applier';
import { moveCheckpointBack } from '../live/move-back';
import { readPairCheckpoints } from './pair-checkpoints';

export interface KeeperOptions {
  readonly pool: Pool;
  /** The adoption has a connection of its own. */
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly onParked: (parked: ParkedStream) => void;
}

/** The projections' checkpoints, as looks at the pair ask for them. */
export const checkpointKeeper = ({ pool, databaseUrl, logger, onParked }: KeeperOptions): CheckpointKeeper => ({
  read: readPairCheckpoints,
  misplaced: misplacedCheckpoints,
  moveBack: async (misplaced, to) => {
    const parked = await moveCheckpointBack(pool, misplaced, to);
    if (parked !== null) onParked(parked);
  },
  adopt: (eventStore) => adoptCheckpoints({ databaseUrl, eventStore, logger }),
});
