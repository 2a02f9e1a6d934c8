import type { ClientBase, Pool } from 'pg';
import type { PairCheckpoint } from '../../../commands/ports/pair';
import { readCheckpoints } from './checkpoints';

export async function readPairCheckpoints(client: Pool | ClientBase): Promise<readonly PairCheckpoint[]> {
  return [...(await readCheckpoints(client))].map(([projection, { considered }]) => ({ projection, considered }));
}
