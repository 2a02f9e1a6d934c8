import { Client } from 'pg';
import { openLog } from '../../../../../packages/event-store/log/log';
import { connectWriter, type WriterConnection } from '../../../../../packages/event-store/log/writer-connection';
import { writeFirstTable } from '../../../../packages/event-store/log/first-table';
import { replyTo, requestOf } from '../../../../packages/event-store/log/requests';
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

  test('go on where a version before has ended', async () => {
    await writeFirstTable(client, [stored(1), stored(2)]);
    const writer = await connect();
    const [next] = await writer.append([requestOf('stream', { expected: 1 })]);
    expect(next).toEqual({ outcome: 'appended', revision: 2, position: 3 });
    await writer.close();
  });

  test.each(['events', 'head'])('refuse to change or lose a row of %s, for owner and superuser', async (table) => {
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

  test('are not written beside a version before, which holds the lock alone', async () => {
    await client.query(`SELECT pg_advisory_lock${LOCK}`);
    await expect(connect()).rejects.toThrow('An event store of an earlier version writes to this database');
    await client.query(`SELECT pg_advisory_unlock${LOCK}`);
    const [one, other] = [await connect(), await connect()];
    const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock${LOCK} AS taken`);
    expect(rows).toEqual([{ taken: false }]);
    await Promise.all([one.close(), other.close()]);
  });

  test('are made once by processes that start together', async () => {
    const writers = await Promise.all(Array.from({ length: 6 }, connect));
    const replies = await Promise.all(writers.map((writer, index) => writer.append([requestOf(`stream-${index}`)])));
    const positions = replies.flat().map((reply) => (reply.outcome === 'appended' ? reply.position : null));
    expect(positions.sort()).toEqual([1, 2, 3, 4, 5, 6]);
    await Promise.all(writers.map((writer) => writer.close()));
  });

  test('take an append although the database reads at a fixed snapshot by default', async () => {
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    await client.query(`ALTER DATABASE ${rows[0]?.name} SET default_transaction_isolation = 'repeatable read'`);
    const [one, other] = [await connect(), await connect()];
    const outcomes = [];
    for (const writer of [one, other, one])
      outcomes.push(...(await writer.append([requestOf('stream', { expected: 'any', events: [stored(1)] })])));
    expect(outcomes).toMatchObject([0, 1, 2].map((revision) => ({ outcome: 'appended', revision })));
    await Promise.all([one.close(), other.close()]);
  });

  test('keep quotes, backslashes, bytes and every sign of a text', async () => {
    const log = openLog({ databaseUrl: database.url, readSilenceMs: 60_000, warn: () => undefined });
    const data = `{"a":"it's \\\\ \\" $1 -- ; 💰 ação"}`;
    const events = [stored(1, { type: "O'Type", data, metadata: Buffer.from([0, 39, 92, 255]) })];
    expect(await replyTo(log.submit, "st'ream\\", { events })).toMatchObject({ outcome: 'appended', position: 1 });
    const [read] = (await log.page(0, 1)).events;
    expect(read).toMatchObject({ stream: "st'ream\\", type: "O'Type", data, metadata: Buffer.from([0, 39, 92, 255]) });
    await log.close();
  });
});
