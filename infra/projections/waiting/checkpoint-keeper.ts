import type { Pool } from 'pg';
import { misplacedCheckpoints } from '../../../commands/pair/placing/misplaced-checkpoints';
import type { CheckpointKeeper } from '../../pair/deps';
import { moveCheckpointBack } from '../live/move-back';
import type { ParkedStream } from '../rows/applier';
import { readPairCheckpoints } from './pair-checkpoints';

export interface KeeperOptions {
  readonly pool: Pool;
  readonly onParked: (parked: ParkedStream) => void;
}

export const checkpointKeeper = ({ pool, onParked }: KeeperOptions): CheckpointKeeper => ({
  read: readPairCheckpoints,
  misplaced: misplacedCheckpoints,
  moveBack: async (misplaced, to) => {
    const parked = await moveCheckpointBack(pool, misplaced, to);
    if (parked !== null) onParked(parked);
  },
});
