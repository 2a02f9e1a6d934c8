import { Client } from 'pg';
import { pino } from 'pino';
import type { Position } from '../../../../aggregates/events';
import { createNotifier, type Notifier, notification } from '../../../../infra/postgres/notify';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';
import { createProxy, type PostgresProxy } from './proxy';

const channel = 'applied';
const at = (commit: bigint): Position => ({ commit, prepare: commit });
let database: TestDatabase;
let proxy: PostgresProxy;
let notifier: Notifier;

beforeEach(async () => {
  database = await testDatabase();
  proxy = await createProxy(database.url);
  notifier = await createNotifier({ connectionString: proxy.url, channel, logger: pino({ level: 'silent' }) });
});

afterEach(async () => {
  await notifier.close();
  await proxy.close();
  await database.drop();
});

/** The first position that the notifier hears of from now on. */
const next = (): Promise<Position> =>
  new Promise((resolve) => {
    const end = notifier.onNotify((position) => {
      end();
      resolve(position);
    });
  });

async function withClient(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await work(client);
  await client.end();
}

test('a position arrives with all its digits', async () => {
  const heard = next();
  await notifier.notify(at(9_007_199_254_740_993n));
  expect(await heard).toEqual(at(9_007_199_254_740_993n));
});

test('a notification in a transaction arrives when it commits, and never when it is rolled back', async () => {
  const heard = next();
  await withClient(async (client) => {
    await client.query('BEGIN');
    await client.query(notification(channel, at(1n)));
    await client.query('ROLLBACK');
    await client.query('BEGIN');
    await client.query(notification(channel, at(2n)));
    await client.query('COMMIT');
  });
  expect(await heard).toEqual(at(2n));
});

test('calls no listener after it was closed', async () => {
  const positions: Position[] = [];
  const end = notifier.onNotify((position) => void positions.push(position));
  end();
  const heard = next();
  await notifier.notify(at(3n));
  await heard;
  expect(positions).toEqual([]);
});

test('a lost connection is opened again after any number of failures, and notifications arrive', async () => {
  const heard = next();
  proxy.refuse(2);
  let isHeard = false;
  void heard.then(() => {
    isHeard = true;
  });
  // Notifications sent while the connection is down are lost.
  await withClient(async (client) => {
    while (!isHeard) await client.query(notification(channel, at(4n)));
  });
  expect(await heard).toEqual(at(4n));
});

test('fails no caller while the connection is down', async () => {
  proxy.refuse(1);
  await expect(notifier.notify(at(5n))).resolves.toBeUndefined();
});

test('reports an unavailable database at the start', async () => {
  const connectionString = 'postgres://lastro@127.0.0.1:1/lastro';
  await expect(createNotifier({ connectionString, channel, logger: pino({ level: 'silent' }) })).rejects.toThrow(
    /ECONNREFUSED/,
  );
});
