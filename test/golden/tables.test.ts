import type { Pool } from 'pg';
import { migrate, migrationFile, migrationFolder, readerRoles } from '../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../infra/postgres/pool';
import { startProjector } from '../../infra/projections/live/projector';
import { rebuildProjection } from '../../infra/projections/rebuild/rebuild';
import { createPositionBoard } from '../../infra/projections/waiting/wait';
import { projections } from '../../projections/all';
import { ALWAYS_BOUND } from '../doubles/bound';
import { silent } from '../infra/projections/fixture';
import { type TestDatabase, testDatabase } from '../stores/postgres';
import { frozenStore } from './frozen-store';
import { goldenLog } from './golden-log';
import { expectGoldenRows, storedIn } from './golden-rows';

const APPLIED_WITHIN_MS = 55_000;

/** Projections of streams that the first version did not write. */
const WITHOUT_EVENTS: ReadonlySet<string> = new Set([
  'cashin-intents',
  'cashin-steps',
  'withdrawals',
  'redemptions',
  'final-debits',
]);

describe('the golden log in the real tables', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await testDatabase();
    pool = createPool(database.url, silent, BATCH_LIMITS);
    await migrate(pool, [
      ...readerRoles(),
      migrationFile('infra/projections/checkpoints.sql'),
      migrationFile('infra/projections/named-checkpoints.sql'),
      migrationFile('infra/projections/parked.sql'),
      migrationFile('infra/projections/parked-gone.sql'),
      migrationFile('infra/webhooks/feed-places.sql'),
      ...migrationFolder('read-models', true),
    ]);
  });

  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const expectEveryRow = async (): Promise<void> => {
    for (const { tables } of projections) {
      for (const table of tables) expectGoldenRows(table, await storedIn(pool, table));
    }
  };

  test('is projected to its rows, and each projection is rebuilt to them', async () => {
    const eventStore = frozenStore(goldenLog());
    const board = createPositionBoard();
    const parked: unknown[] = [];
    const options = {
      pool,
      databaseUrl: database.url,
      eventStore,
      projections,
      logger: silent,
      board,
      tenure: ALWAYS_BOUND,
    };
    const projector = startProjector({ ...options, onParked: (stream) => void parked.push(stream) });
    const names = projections.map(({ name }) => name);
    const isApplied = await board.waitUntilApplied(names, await eventStore.head(), APPLIED_WITHIN_MS);
    await projector.stop();
    expect({ isApplied, parked }).toEqual({ isApplied: true, parked: [] });
    await expectEveryRow();
    for (const projection of projections) {
      const rebuilt = await rebuildProjection({ ...options, projection, readModelsFolder: 'read-models' });
      expect([projection.name, rebuilt.outcome, rebuilt.differences]).toEqual([projection.name, 'swapped', []]);
      expect([projection.name, rebuilt.events === 0]).toEqual([projection.name, WITHOUT_EVENTS.has(projection.name)]);
    }
    await expectEveryRow();
    const statistics = `SELECT FROM pg_statistic_ext WHERE stxrelid = 'lastro.payments'::regclass
      AND stxnamespace = 'lastro'::regnamespace`;
    expect((await pool.query(statistics)).rowCount).toBe(3);
  });
});
