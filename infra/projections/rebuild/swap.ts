import { setTimeout as pause } from 'node:timers/promises';
import { type Construction, type Place, readPlace } from './construction';
import { swapTables } from './shadow-schema';

/** Below PostgreSQL's deadlock_timeout: in a deadlock the swap yields, not the reader. */
const LOCK_TIMEOUT = '500ms';
const SWAP_ATTEMPTS = 60;
const SWAP_PAUSE_MS = 250;

/** `prepare` runs on `live` in the swap's transaction, with the checkpoint locked; after a rollback it runs again. */
export async function swapWhenFree(work: Construction, prepare: (place: Place) => Promise<void>): Promise<void> {
  for (let attempt = 1; !(await trySwap(work, prepare)); attempt += 1) {
    if (attempt === SWAP_ATTEMPTS) {
      throw new Error(`${work.projection.name} cannot be swapped: another session locks its tables`);
    }
    await pause(SWAP_PAUSE_MS);
  }
}

/** False when a reader holds a table for so long that new readers would wait for the swap. */
async function trySwap(work: Construction, prepare: (place: Place) => Promise<void>): Promise<boolean> {
  const { live, projection } = work;
  await live.query(`BEGIN; SET LOCAL synchronous_commit = on; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    // The projector waits from here on. The shadow has its own connection and survives a rollback.
    await prepare(await readPlace(live, projection.name, 'FOR UPDATE'));
    await swapTables(live, projection, work.readModelsFolder);
    await live.query('COMMIT');
    return true;
  } catch (error) {
    await live.query('ROLLBACK');
    if ((error as { code?: unknown }).code === '55P03') return false;
    throw error;
  }
}
