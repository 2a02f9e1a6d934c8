import { randomBytes } from 'node:crypto';
import { openServedStore, type ServedStore } from '../../../integration/infra/event-store/served-store';
import { freePort, type RunningProcess, runProgram, startProgram, temporaryDataDir } from '../support/run-service';

jest.setTimeout(360_000);

const { dataDir, remove } = temporaryDataDir();
let store: ServedStore;
let environment: Readonly<Record<string, string>>;
let service: RunningProcess;
let operatorsUrl: string;

beforeAll(async () => {
  store = await openServedStore();
  const port = await freePort();
  operatorsUrl = `http://127.0.0.1:${port}`;
  environment = {
    ...{ NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: store.databaseUrl, HOST: '127.0.0.1' },
    ...{ EVENTSTORE_URL: store.connectionString, REGULATORY_ROLE: 'none', PUBLIC_BASE_URL: 'https://pay.example' },
    ...{ MASTER_KEY: randomBytes(32).toString('base64'), JWT_KEYS: `k1:${randomBytes(32).toString('base64url')}` },
    ...{ OPS_PORT: `${port}`, OPS_PUBLIC_URL: 'https://ops.example' },
    ...{ OPS_OIDC_ISSUER: 'https://127.0.0.1:1', OPS_OIDC_CLIENT_ID: 'lastro', OPS_OIDC_CLIENT_SECRET: 'a-secret' },
  };
  service = await startProgram('start', environment);
});
afterAll(async () => {
  await service.stop();
  await store.close();
  remove();
});

const statusAt = async (url: string): Promise<number> => (await fetch(url, { redirect: 'manual' })).status;
const ledger = async (key: string | null, ...words: readonly string[]): Promise<unknown> => {
  const more = key === null ? {} : { LASTRO_OPERATOR_KEY: key };
  const { code, stdout, stderr } = await runProgram('ledger', [...words, '--json'], { ...environment, ...more });
  if (code !== 0) throw new Error(`ledger ${words.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as unknown;
};
const post = (path: string, body?: object): Promise<Response> =>
  fetch(`${operatorsUrl}/ops/v1/${path}`, {
    method: 'POST',
    headers: { Origin: 'https://ops.example', 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

test('keeps the console and the API of partners on ports of their own', async () => {
  for (const path of ['/ops/v1/session', '/ops/v1/session/ways', '/ops/docs', '/console/', '/console/oidc'])
    expect([path, await statusAt(`${service.url}${path}`)]).toEqual([path, 404]);
  for (const path of ['/api/v1/catalog', '/health/ready', '/docs', '/dashboard/'])
    expect([path, await statusAt(`${operatorsUrl}${path}`)]).toEqual([path, 404]);
  expect(await statusAt(`${operatorsUrl}/ops/v1/session`)).toBe(401);
  expect(await statusAt(`${operatorsUrl}/console/`)).toBe(200);
});

test('signs in with a link while the identity provider is down, and raises an alert', async () => {
  const ways = await (await fetch(`${operatorsUrl}/ops/v1/session/ways`)).json();
  expect(ways).toMatchObject({ data: { identityProvider: '127.0.0.1:1' } });
  expect((await post('session/oidc')).status).toBe(502);
  const { operatorKey } = (await ledger(null, 'operator', 'add', 'ana', '--role', 'admin')) as { operatorKey: string };
  expect(await ledger(operatorKey, 'operator', 'set', 'ana', '--email', 'ana@example.com')).toEqual({
    ...{ operatorName: 'ana', email: 'SET' },
  });
  expect(await ledger(null, 'operator', 'list')).toMatchObject([{ operatorName: 'ana', email: 'SET' }]);
  const { link } = (await ledger(operatorKey, 'console', 'login')) as { link: string };
  expect(link).toMatch(/^https:\/\/ops\.example\/console\/#[0-9a-f]{64}$/);
  const signedIn = await post('session', { token: link.split('#')[1] });
  expect(signedIn.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-lastro-ops-lastro=.*; Secure;/)]);
  expect(await ledger(null, 'alerts')).toMatchObject([{ kind: 'console-link', subject: 'ana' }]);
});
