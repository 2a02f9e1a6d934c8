import { randomBytes } from 'node:crypto';
import { openServedStore, type ServedStore } from '../../integration/infra/event-store/served-store';
import { type TestDatabase, testDatabase } from '../../stores/postgres';
import { openIntent, payIntent, registerApprovedUser, waitForStatus } from './support/pay';
import { demoKeyOf, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(300_000);

const { dataDir, remove } = temporaryDataDir();
const given = process.env['EVENTSTORE_URL'];
let own: ServedStore | null = null;
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  if (given === undefined) own = await openServedStore();
});
afterAll(async () => {
  await own?.close();
  await database.drop();
  remove();
});

/** `npm run real-store` gives the URL of a real store; without one our own server takes its place. */
test('a service pays with the event store of EVENTSTORE_URL, and restarts with it', async () => {
  const environment = {
    ...{ DATA_DIR: dataDir, DATABASE_URL: database.url, EVENTSTORE_URL: given ?? own?.connectionString ?? '' },
    ...{ MASTER_KEY: randomBytes(32).toString('base64'), SANDBOX_SETTLE_MS: '100' },
  };
  const first = await startProgram('start', environment);
  const { token } = await registerApprovedUser(first, demoKeyOf(first), 'maria@pessoa.example');
  const intent = await openIntent(first, token, { key: '1@pessoa.example', name: 'MARIA' });
  await payIntent(first, token, intent);
  await first.stop();
  const again = await startProgram('start', environment);
  await waitForStatus(again, token, intent.intentId, 'COMPLETED');
  await again.stop();
});
