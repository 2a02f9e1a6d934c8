import { openQueries } from '../../../../../packages/event-store/log/queries';
import { connectWriter, type WriterConnection } from '../../../../../packages/event-store/log/writer-connection';
import { requestOf } from '../../../../packages/event-store/log/requests';
import { type TestDatabase, testDatabase } from '../../../../stores/postgres';
import { openSilentProxy, type SilentProxy } from '../../../infra/event-store/silent-proxy';

/** Longer than a busy machine takes to make the schema. */
const silenceMs = 2_000;
const settings = { lockWaitMs: 5_000, silenceMs, onAppended: () => undefined, onLost: () => undefined };
const at = (revision: number) => [requestOf('stream', { expected: revision })];

describe('a database that falls silent', () => {
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

  const connect = (more: { readonly silenceMs?: number } = {}): Promise<WriterConnection> =>
    connectWriter({ ...settings, databaseUrl: proxy.url, ...more });

  it('makes the writer close its connection and open another one', async () => {
    const first = await connect();
    await first.append(at(-1));
    proxy.fallSilent();
    await expect(first.append(at(0))).rejects.toThrow('timeout');
    await first.close();
    const second = await connect();
    expect(await second.append(at(0))).toMatchObject([{ outcome: 'appended', revision: 1, position: 2 }]);
    await second.close();
  });

  it('makes the readers give up their connections and read over others', async () => {
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
    const writer = await connect({ silenceMs: 60_000 });
    await proxy.untilTold('SET tcp_keepalives_idle = 5');
    await writer.close();
  });
});
