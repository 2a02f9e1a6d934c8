import { Client } from 'pg';
import { connectWriter, type WriterConnection } from '../../../../../packages/event-store/log/writer-connection';
import { writeFirstTable } from '../../../../packages/event-store/log/first-table';
import { requestOf } from '../../../../packages/event-store/log/requests';
import { stored } from '../../../../packages/event-store/server/stored';
import { type TestDatabase, testDatabase } from '../../../../stores/postgres';

const LOCK = '(1818326895, 1)';

describe("the log's tables", () => {
  let database: TestDatabase;
  let client: Client;

  beforeEach(async () => {
    database = await testDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  const connect = (): Promise<WriterConnection> =>
    connectWriter({
      ...{ databaseUrl: database.url, lockWaitMs: 0, silenceMs: 60_000 },
      ...{ onAppended: () => undefined, onLost: () => undefined },
    });

  test('keep their rows when a former version has ended', async () => {
    await writeFirstTable(client, [stored(1), stored(2)]);
    const writer = await connect();
    const [next] = await writer.append([requestOf('stream', { expected: 1 })]);
    expect(next).toEqual({ outcome: 'appended', revision: 2, position: 3 });
    await writer.close();
  });

  test.each([
    'events',
    'head',
  ])('refuse to change or delete a row of %s, for the owner and the superuser', async (table) => {
    const writer = await connect();
    await writer.append([requestOf('stream')]);
    await writer.close();
    const superuser = new Client({ connectionString: database.superuserUrl });
    await superuser.connect();
    const column = table === 'events' ? 'type' : 'id';
    for (const change of [`UPDATE %t SET ${column} = ${column}`, 'DELETE FROM %t', 'TRUNCATE %t']) {
      const text = change.replace('%t', `event_store.${table}`);
      for (const each of [client, superuser]) {
        await expect(each.query(text)).rejects.toThrow(`event_store.${table} is only added to`);
      }
    }
    await superuser.end();
  });

  test('are not written while a former version holds the lock', async () => {
    await client.query(`SELECT pg_advisory_lock${LOCK}`);
    await expect(connect()).rejects.toThrow('An event store of an earlier version writes to this database');
    await client.query(`SELECT pg_advisory_unlock${LOCK}`);
    const [one, other] = [await connect(), await connect()];
    const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock${LOCK} AS taken`);
    expect(rows).toEqual([{ taken: false }]);
    await Promise.all([one.close(), other.close()]);
  });

  test('are created once when processes start at the same time', async () => {
    const writers = await Promise.all(Array.from({ length: 6 }, connect));
    const replies = await Promise.all(writers.map((writer, index) => writer.append([requestOf(`stream-${index}`)])));
    const positions = replies.flat().map((reply) => (reply.outcome === 'appended' ? reply.position : null));
    expect(positions.sort()).toEqual([1, 2, 3, 4, 5, 6]);
    await Promise.all(writers.map((writer) => writer.close()));
  });
});
