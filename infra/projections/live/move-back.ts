import type { Pool } from 'pg';
import type { ConsideredEvent, MisplacedCheckpoint } from '../../../commands/ports/pair';
import { inTransaction } from '../../postgres/pool';
import { parkStream } from '../faulty/parked';
import type { ParkedStream } from '../rows/applier';
import { readCheckpoint, setCheckpoint } from '../waiting/checkpoints';
import { placeOf } from '../waiting/reached';

const isSame = (left: ConsideredEvent, right: ConsideredEvent | 'START'): boolean =>
  right !== 'START' && left.id === right.id && left.stream === right.stream && left.revision === right.revision;

const faultOf = ({ considered: { revision, id } }: MisplacedCheckpoint): string =>
  `revision ${revision} (event ${id}) was considered and is no longer in the log: somebody deleted or truncated the stream`;

/** Parks a stream that lost an applied event, and moves the checkpoint to `to`. Null: moved or parked before. */
export async function moveCheckpointBack(
  pool: Pool,
  misplaced: MisplacedCheckpoint,
  to: ConsideredEvent | 'START',
): Promise<ParkedStream | null> {
  const { projection, considered } = misplaced;
  const { stream } = considered;
  const position = placeOf({ considered: to });
  const error = faultOf(misplaced);
  const isNew = await inTransaction(pool, async (client) => {
    const checkpoint = await readCheckpoint(client, projection, 'FOR UPDATE');
    if (!isSame(considered, checkpoint.considered)) return false;
    await setCheckpoint(client, projection, { considered: to, position });
    return parkStream(client, projection, { stream, revision: null, position, error });
  });
  return isNew ? { projection, stream, revision: null, error } : null;
}
