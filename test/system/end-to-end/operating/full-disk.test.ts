import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore } from '../../../../commands/ports/event-store';
import { openLogStore } from '../../../../infra/event-store/log/log-store';
import { refusal, STATUS } from '../../../../packages/event-store/server/grpc/refusal';
import { useScriptedCluster } from '../../../infra/event-store/scripted/cluster';
import { silent } from '../../../infra/projections/fixture';
import { ownDatabase, query } from '../../../integration/infra/event-store/served-store';
import { testDatabase } from '../../../stores/postgres';
import { openIntent, registerApprovedUser, sendPayment, waitForStatus } from '../support/pay';
import { demoKeyOf, type RunningProcess, startProgram, temporaryDataDir } from '../support/run-service';

jest.setTimeout(360_000);

const cluster = useScriptedCluster();
const PAYEE = { key: 'payee@example.com', name: 'Maria da Silva' };
const WITHIN_MS = 60_000;

/** A disk that a test fills and empties, and the stores on it. */
interface Disk {
  readonly urls: { readonly DATABASE_URL: string; readonly EVENTSTORE_URL?: string };
  readonly store: Pick<EventStore, 'readStream'>;
  readonly fill: () => Promise<unknown>;
  readonly empty: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const FILL = `
  CREATE FUNCTION public.disk_is_full() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
  DO $$ DECLARE one regclass; BEGIN
    FOR one IN SELECT oid FROM pg_class WHERE relkind = 'r'
      AND relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema') LOOP
      EXECUTE format('CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON %s EXECUTE FUNCTION public.disk_is_full()', one);
    END LOOP;
  END $$`;

const DEADLOCK = '40P01';

/** Repeats after a deadlock: the statement locks each table while the service works on several. */
const throughout = async (databaseUrl: string, text: string): Promise<void> => {
  try {
    await query(databaseUrl, text);
  } catch (error) {
    if ((error as { readonly code?: string }).code !== DEADLOCK) throw error;
    await throughout(databaseUrl, text);
  }
};

/** PostgreSQL's, with the event log in it. */
const diskOfPostgres = async (): Promise<Disk> => {
  const { databaseUrl, drop } = await ownDatabase();
  const store = openLogStore({ databaseUrl, logger: silent });
  return {
    urls: { DATABASE_URL: databaseUrl },
    store,
    fill: () => throughout(databaseUrl, FILL),
    empty: () => throughout(databaseUrl, 'DROP FUNCTION public.disk_is_full CASCADE'),
    close: () => store.close().then(drop),
  };
};

/** An event store's of its own, which goes on reading. */
const diskOfEventStore = async (): Promise<Disk> => {
  const [database, node] = [await testDatabase(), await cluster.node()];
  const full = () => refusal(STATUS.UNKNOWN, 'There is not enough space on the disk');
  return {
    urls: { DATABASE_URL: database.url, EVENTSTORE_URL: node.connectionString },
    store: cluster.connect(node),
    fill: async () => {
      node.script.instead = ({ method }) => (method === 'BatchAppend' ? full() : undefined);
    },
    empty: async () => {
      node.script.instead = () => undefined;
    },
    close: database.drop,
  };
};

interface Answered {
  readonly status: number;
  readonly retryAfter: number;
}

const registerIn = async (service: RunningProcess): Promise<Answered> => {
  const response = await fetch(`${service.url}/api/v1/users`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${demoKeyOf(service)}`,
      'content-type': 'application/json',
      'idempotency-key': 'while-it-is-full',
    },
    body: JSON.stringify({ externalUserId: 'user-2' }),
  });
  await response.text();
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')) };
};

/** At the top of a 503, in the data of a 200 that is DEGRADED. */
interface Health {
  readonly checks?: Readonly<Record<string, { readonly ok: boolean }>>;
}

const untilNamed = async ({ url }: RunningProcess, name: string): Promise<void> => {
  const giveUpAtMs = performance.now() + WITHIN_MS;
  let seen = '';
  while (performance.now() < giveUpAtMs) {
    seen = await (await fetch(`${url}/health/ready`)).text();
    const { data, checks = data?.checks } = JSON.parse(seen) as Health & { readonly data?: Health };
    if (checks?.[name]?.ok === false) return;
    await pause(100);
  }
  throw new Error(`Readiness never named ${name}: ${seen}`);
};

const TURNS = ['CashoutIntentCreated', 'DepositAccepted', 'PayoutRequested', 'PayoutDispatched', 'PayoutSettled'];

const payThrough = async (service: RunningProcess, disk: Disk): Promise<void> => {
  const { token } = await registerApprovedUser(service, demoKeyOf(service), 'user-1');
  const intent = await openIntent(service, token, PAYEE);
  await disk.fill();
  await sendPayment(service, intent);
  const refused = [await registerIn(service), await registerIn(service), await registerIn(service)];
  expect(refused).toEqual(Array.from({ length: 3 }, () => ({ status: 503, retryAfter: 2 })));
  await untilNamed(service, 'writing');
  await disk.empty();
  await waitForStatus(service, token, intent.intentId, 'COMPLETED');
  const types = (await disk.store.readStream(`cashout-${intent.intentId}`)).map(({ type }) => type as string);
  expect(TURNS.map((turn) => types.filter((type) => type === turn).length)).toEqual([1, 1, 1, 1, 1]);
  expect((await registerIn(service)).status).toBe(201);
};

test.each([
  ["PostgreSQL's, with the event log", diskOfPostgres],
  ["the event store's own", diskOfEventStore],
])('a full disk, %s: answers 503 by name, and then completes the payment once', async (_whose, open) => {
  const { dataDir, remove } = temporaryDataDir();
  const disk = await open();
  try {
    const service = await startProgram('start', { DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...disk.urls });
    await payThrough(service, disk).finally(service.stop);
  } finally {
    await disk.close();
    remove();
  }
});
