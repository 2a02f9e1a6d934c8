import type { Pool } from 'pg';
import type { StreamFault } from '../../../aggregates/stream-fault';
import type { Projection } from '../../../projections/projection';
import { inTransaction } from '../../postgres/pool';
import type { ParkedStream } from '../rows/applier';
import { wants } from '../rows/batch';
import { beginGeneration, readCheckpoint } from '../waiting/checkpoints';
import { parkStream } from './parked';

/** Parks the stream as a whole for its projections; answers where that is news. A new generation informs others. */
export async function parkFaulty(
  pool: Pool,
  projections: readonly Projection[],
  { stream, message: error }: Pick<StreamFault, 'stream' | 'message'>,
): Promise<readonly ParkedStream[]> {
  const parked: ParkedStream[] = [];
  for (const projection of projections.filter((each) => wants(each, stream))) {
    const isNew = await inTransaction(pool, async (client) => {
      const { position } = await readCheckpoint(client, projection.name, 'FOR UPDATE');
      if (!(await parkStream(client, projection.name, { stream, revision: null, position, error }))) return false;
      await beginGeneration(client, projection.name);
      return true;
    });
    if (isNew) parked.push({ projection: projection.name, stream, revision: null, error });
  }
  return parked;
}
