import { watchNetwork } from '../../../../commands/watching/watch-network';
import { createSimulatedBooks } from '../../../../infra/chains/simulated/books-postgres';
import { simulatedNetwork } from '../../../../infra/chains/simulated/network';
import { createSimulatedReader } from '../../../../infra/chains/simulated/reader';
import { watchDepsOf } from '../../../../src/bin/chains/watch-deps';
import type { HttpWorld } from '../../../http/world';

/** The watcher of the simulated network, as a running service has it; the test looks. */
export const simulatedWatcher = (world: HttpWorld) => {
  const { ports, pool, clock } = world;
  const reader = createSimulatedReader({
    ...{ network: simulatedNetwork, assets: ports.catalog.assets, memoPrefix: ports.settings.memoPrefix },
    ...{ books: createSimulatedBooks(pool, clock), clock, settleMs: 2_000 },
  });
  const waitUntilApplied = async (): Promise<boolean> => {
    await world.project();
    return true;
  };
  const look = watchNetwork(watchDepsOf({ ports, pool, board: { waitUntilApplied } }, simulatedNetwork, reader));
  return async (): Promise<void> => {
    const { failure, troubles } = await look();
    if (failure !== null || troubles.length > 0) throw new Error([failure, ...troubles].join('; '));
    await world.project();
    await keepCheckpoint(world);
  };
};

/** As the projector does with its rows: expiry asks the log what came after them. */
const keepCheckpoint = async ({ pool, eventStore }: HttpWorld): Promise<void> => {
  const { commit, prepare } = await eventStore.head();
  await pool.query(
    `INSERT INTO lastro.named_checkpoints (projection, position_commit, position_prepare)
       VALUES ('reconciliation', $1, $2)
     ON CONFLICT (projection) DO UPDATE SET position_commit = $1, position_prepare = $2`,
    [commit.toString(), prepare.toString()],
  );
};
