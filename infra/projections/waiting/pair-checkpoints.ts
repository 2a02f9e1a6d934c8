import type { ClientBase, Pool } from 'pg';
import type { PairCheckpoint } from '../../../commands/ports/pair';
import { readCheckpoints, readUnnamed } from './checkpoints';

/** One for each projection that has begun; UNNAMED where only a version that was never released has written it. */
export async function readPairCheckpoints(client: Pool | ClientBase): Promise<readonly PairCheckpoint[]> {
  const unnamed = await readUnnamed(client);
  const named = [...(await readCheckpoints(client))].filter(([projection]) => !unnamed.includes(projection));
  return [
    ...unnamed.map((projection) => ({ projection, considered: 'UNNAMED' as const })),
    ...named.map(([projection, { considered }]) => ({ projection, considered })),
  ];
}
