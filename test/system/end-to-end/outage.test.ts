import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../../../src/bin/running/listen';
import { openServedStore, type ServedStore } from '../../integration/infra/event-store/served-store';
import { createProxy, type PostgresProxy } from '../../integration/infra/postgres/proxy';
import { demoKeyOf, type RunningProcess, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(360_000);

const WITHIN_MS = 60_000;
const BETWEEN_MS = 100;

interface Health {
  readonly data?: { readonly status: string };
  readonly checks?: Readonly<Record<string, { readonly ok: boolean }>>;
}

interface Seen {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: Health;
}

const look = async (url: string, init: RequestInit = {}): Promise<Seen> => {
  const response = await fetch(url, init);
  const body = (await response.json()) as Health;
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
};

/** The first answer that is as awaited; while the port is closed there is none. */
const until = async (url: string, isAwaited: (seen: Seen) => boolean): Promise<Seen> => {
  const giveUpAtMs = performance.now() + WITHIN_MS;
  while (performance.now() < giveUpAtMs) {
    const seen = await look(url).catch(() => null);
    if (seen !== null && isAwaited(seen)) return seen;
    await pause(BETWEEN_MS);
  }
  throw new Error(`${url} did not answer as awaited`);
};

const failing = ({ body }: Seen): readonly string[] =>
  Object.entries(body.checks ?? {}).flatMap(([name, { ok }]) => (ok ? [] : [name]));

const isUp = ({ status, body }: Seen): boolean => status === 200 && body.data?.status === 'UP';

const freePort = async (): Promise<string> => {
  const { url, stop } = await listen(createServer(), { HOST: '127.0.0.1', PORT: 0, DRAIN_MS: 0 });
  await stop();
  return new URL(url).port;
};

describe('a service whose event store is unreachable at the start, returns and is lost', () => {
  const { dataDir, remove } = temporaryDataDir();
  let stores: ServedStore;
  let store: PostgresProxy;
  let url: string;
  let starting: Promise<RunningProcess>;

  beforeAll(async () => {
    stores = await openServedStore();
    store = await createProxy(stores.connectionString);
    store.mute();
    const PORT = await freePort();
    url = `http://127.0.0.1:${PORT}`;
    const urls = { DATABASE_URL: stores.databaseUrl, EVENTSTORE_URL: store.url };
    starting = startProgram('start', { DATA_DIR: dataDir, PORT, LOG_LEVEL: 'silent', ...urls });
    // Awaited by a later test.
    starting.catch(() => undefined);
  });
  afterAll(async () => {
    await (await starting).stop();
    await store.close();
    await stores.close();
    remove();
  });

  const usersWith = (token: string, init: RequestInit = {}) =>
    look(`${url}/api/v1/users`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });

  test('is alive, names the store, and accepts no request', async () => {
    await until(`${url}/health/live`, ({ status }) => status === 200);
    const unready = await until(`${url}/health/ready`, (seen) => !failing(seen).includes('database'));
    expect([unready.status, unready.retryAfter]).toEqual([503, '2']);
    expect(failing(unready)).toEqual(['service', 'eventStore', 'migrations', 'pair', 'projections']);
    expect(await usersWith('a key')).toMatchObject({ status: 503, retryAfter: '2' });
  });

  test('is UP once the store is available', async () => {
    store.unmute();
    await until(`${url}/health/ready`, isUp);
    expect((await usersWith(demoKeyOf(await starting))).status).toBe(200);
  });

  test('names the lost store, answers nothing with 500, and is UP when the store returns', async () => {
    const token = demoKeyOf(await starting);
    store.refuse(Number.POSITIVE_INFINITY);
    const statuses = new Set<number>();
    const lost = async (): Promise<Seen> => {
      for (const init of [{}, { method: 'POST', body: '{"externalUserId":"user-1"}' }])
        statuses.add((await usersWith(token, init)).status);
      return look(`${url}/health/ready`);
    };
    const giveUpAtMs = performance.now() + WITHIN_MS;
    let seen = await lost();
    while (seen.status === 200 && performance.now() < giveUpAtMs) seen = await lost();
    expect([seen.status, failing(seen)]).toEqual([503, expect.arrayContaining(['eventStore'])]);
    expect([...statuses].filter((status) => status !== 200)).toEqual([503]);
    store.refuse(0);
    await until(`${url}/health/ready`, isUp);
    expect((await usersWith(token, { method: 'POST', body: '{"externalUserId":"user-1"}' })).status).toBe(201);
  });
});
