import { openQueries } from '../../../../../infra/event-store/server/log/queries';
import { connectWriter, type WriterConnection } from '../../../../../infra/event-store/server/log/writer-connection';
import { stored } from '../../../../infra/event-store/server/stored';
import { type TestDatabase, testDatabase } from '../../../../stores/postgres';
import { openSilentProxy, type SilentProxy } from '../silent-proxy';

const silenceMs = 200;

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
    connectWriter({ databaseUrl: proxy.url, lockWaitMs: 5_000, silenceMs, onLost });

  it('is given up by the writer, which writes on over another connection', async () => {
    const first = await connect();
    await first.insert([stored(1)]);
    proxy.fallSilent();
    await expect(first.insert([stored(2)])).rejects.toThrow('timeout');
    await first.close();
    const second = await connect();
    expect(second.head).toBe(1);
    await second.insert([stored(2)]);
    await second.close();
  });

  it('does not hold up a writer that is closed', async () => {
    const writer = await connect();
    proxy.fallSilent();
    await writer.close();
  });

  it('is given up by the readers, which read on over other connections', async () => {
    const writer = await connect();
    await writer.insert([stored(1)]);
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
    const holder = await connectWriter({
      databaseUrl: database.url,
      lockWaitMs: 0,
      silenceMs,
      onLost: () => undefined,
    });
    const waiting = connect((cause) => lost.push(cause));
    const refused = expect(waiting).rejects.toThrow();
    await proxy.untilTold('pg_try_advisory_lock');
    await proxy.close();
    await refused;
    await holder.close();
    expect(lost).toEqual([]);
  });
});
