import { Client } from 'pg';
import { openQueries } from '../../../../../packages/event-store/log/queries';
import { connectWriter, type WriterConnection } from '../../../../../packages/event-store/log/writer-connection';
import { requestOf } from '../../../../packages/event-store/log/requests';
import { type TestDatabase, testDatabase } from '../../../../stores/postgres';
import { openSilentProxy, type SilentProxy } from '../../../infra/event-store/silent-proxy';

const silenceMs = 200;
const settings = { lockWaitMs: 5_000, silenceMs, onAppended: () => undefined, onLost: () => undefined };
const at = (revision: number) => [requestOf('stream', { expected: revision })];

/** As a version before does. */
const holdAlone = async (connectionString: string): Promise<Client> => {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('SELECT pg_advisory_lock(1818326895, 1)');
  return client;
};

describe('a database that falls silent without a word', () => {
  let database: TestDatabase;
  let proxy: SilentProxy;

  beforeEach(async () => {
    database = await testDatabase();
    proxy = await openSilentProxy(database.url);
  });
  afterEach(async () => {
    await proxy.close();
    await database.drop();
  });

  const connect = (onLost: (cause: string) => void = () => undefined): Promise<WriterConnection> =>
    connectWriter({ ...settings, databaseUrl: proxy.url, onLost });

  it('is given up by the writer, which writes on over another connection', async () => {
    const first = await connect();
    await first.append(at(-1));
    proxy.fallSilent();
    await expect(first.append(at(0))).rejects.toThrow('timeout');
    await first.close();
    const second = await connect();
    expect(await second.append(at(0))).toMatchObject([{ outcome: 'appended', revision: 1, position: 2 }]);
    await second.close();
  });

  it('does not hold up a writer that is closed', async () => {
    const writer = await connect();
    proxy.fallSilent();
    await writer.close();
  });

  it('is given up by the readers, which read on over other connections', async () => {
    const writer = await connect();
    await writer.append(at(-1));
    const queries = openQueries({ databaseUrl: proxy.url, connections: 1, silenceMs, warn: () => undefined });
    expect((await queries.ofStream('stream', 0, 9)).events).toHaveLength(1);
    proxy.fallSilent();
    await expect(queries.ofStream('stream', 0, 9)).rejects.toThrow('timeout');
    expect((await queries.ofStream('stream', 0, 9)).events).toHaveLength(1);
    await queries.close();
    await writer.close();
  });

  it('is asked to notice when its writer vanishes, and to give the lock back then', async () => {
    const writer = await connect();
    await proxy.untilTold('SET tcp_keepalives_idle = 5');
    await writer.close();
  });

  it('is not reported as lost by a writer that was not connected yet', async () => {
    const lost: string[] = [];
    const holder = await holdAlone(database.url);
    const waiting = connect((cause) => lost.push(cause));
    const refused = expect(waiting).rejects.toThrow();
    await proxy.untilTold('pg_try_advisory_lock');
    await proxy.close();
    await refused;
    await holder.end();
    expect(lost).toEqual([]);
  });
});
