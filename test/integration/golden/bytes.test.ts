import { type Recorded, START } from '../../../aggregates/events';
import { type LogStore, openLogStore } from '../../../infra/event-store/log/log-store';
import { BATCH_LIMITS, createPool } from '../../../infra/postgres/pool';
import { goldenLines, goldenLog, storedOf } from '../../golden/golden-log';
import { silent } from '../../infra/projections/fixture';
import { writeFirstTable } from '../../packages/event-store/log/first-table';
import { type TestDatabase, testDatabase } from '../../stores/postgres';

describe('the event log over the bytes of the first version', () => {
  let database: TestDatabase;
  let store: LogStore;

  beforeAll(async () => {
    database = await testDatabase();
    const pool = createPool(database.url, silent, BATCH_LIMITS);
    await writeFirstTable(pool, goldenLines().map(storedOf));
    await pool.end();
    store = openLogStore({ databaseUrl: database.url, logger: silent });
    await store.connect();
  });

  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  test('is read as the events that were written at that time', async () => {
    const log: Recorded[] = [];
    for await (const event of store.readAll(START)) log.push(event);
    expect(log).toEqual(goldenLog());
  });
});
