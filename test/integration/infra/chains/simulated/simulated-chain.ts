import type { ChainReader } from '../../../../../commands/ports/chains/chain-reader';
import { createSimulatedBooks, prepareSimulatedBooks } from '../../../../../infra/chains/simulated/books-postgres';
import { networkControls } from '../../../../../infra/chains/simulated/controls';
import { SIMULATED_ASSETS, simulatedNetwork } from '../../../../../infra/chains/simulated/network';
import { createSimulatedReader } from '../../../../../infra/chains/simulated/reader';
import { randomIds } from '../../../../../infra/ids';
import { manualClock } from '../../../../../packages/testing/src/ledger/memory/manual-clock';
import { testDatabase, testPool } from '../../../../stores/postgres';

export const SETTLE_MS = 2_000;

/** The simulated network over a database of its own; the test moves the time. */
export const openSimulatedChain = async () => {
  const database = await testDatabase();
  const pool = testPool({ connectionString: database.url });
  // Twice, as by two processes.
  await prepareSimulatedBooks(pool);
  await prepareSimulatedBooks(pool);
  const clock = manualClock();
  const books = createSimulatedBooks(pool, clock);
  const reader: ChainReader = createSimulatedReader({
    ...{ network: simulatedNetwork, assets: SIMULATED_ASSETS, memoPrefix: 'lastro' },
    ...{ books, clock, settleMs: SETTLE_MS },
  });
  return {
    ...{ pool, clock, books, reader },
    controls: networkControls({ books, ids: randomIds, settleMs: SETTLE_MS }),
    close: async (): Promise<void> => {
      await pool.end();
      await database.drop();
    },
  };
};

export type SimulatedChain = Awaited<ReturnType<typeof openSimulatedChain>>;
