import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Recorded, START } from '../../../aggregates/events';
import { type ConnectedEventStore, connectEventStore } from '../../../infra/event-store/client/client';
import { type EmbeddedEventStore, startEmbeddedEventStore } from '../../../infra/event-store/embedded';
import { CREATE_TABLE, columnsOf, INSERT_EVENTS } from '../../../infra/event-store/server/log/table';
import { BATCH_LIMITS, createPool } from '../../../infra/postgres/pool';
import { goldenLines, goldenLog, storedOf } from '../../golden/golden-log';
import { silent } from '../../infra/projections/fixture';
import { type TestDatabase, testDatabase } from '../../stores/postgres';

describe('an embedded store over the bytes of the first version', () => {
  let database: TestDatabase;
  let dataDir: string;
  let embedded: EmbeddedEventStore;
  let store: ConnectedEventStore;

  beforeAll(async () => {
    database = await testDatabase();
    const pool = createPool(database.url, silent, BATCH_LIMITS);
    await pool.query(CREATE_TABLE);
    await pool.query(INSERT_EVENTS, columnsOf(goldenLines().map(storedOf)));
    await pool.end();
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'lastro-golden-'));
    embedded = await startEmbeddedEventStore({ databaseUrl: database.url, dataDir, logger: silent });
    store = connectEventStore({ connectionString: embedded.connectionString });
  });

  afterAll(async () => {
    await store.close();
    await embedded.stop();
    await database.drop();
    fs.rmSync(dataDir, { recursive: true });
  });

  test('is read as the events that were written', async () => {
    const log: Recorded[] = [];
    for await (const event of store.readAll(START)) log.push(event);
    expect(log).toEqual(goldenLog());
  });
});
