import { systemClock } from '../../../../infra/clock';
import { useScriptedCluster } from '../../../infra/event-store/scripted/cluster';
import { ANSWERS } from '../../../infra/event-store/scripted/script';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';
import { runProgram, temporaryDataDir } from '../support/run-service';

jest.setTimeout(360_000);

const cluster = useScriptedCluster();
const { dataDir, remove } = temporaryDataDir();
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
  remove();
});

const check = (environment: Readonly<Record<string, string>>, ...options: readonly string[]) =>
  runProgram('ledger', ['store', 'check', ...options], {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ...environment,
  });

test('E14: the embedded store of a service that does not run is started, checked and ended: exit 0', async () => {
  const { code, stdout, stderr } = await check({}, '--json');
  expect([code, stderr]).toEqual([0, '']);
  const { firstFault, checks } = JSON.parse(stdout) as {
    firstFault: unknown;
    checks: { check: string; outcome: string }[];
  };
  expect(firstFault).toBeNull();
  // The PostgreSQL of the tests runs with fsync off.
  const others = checks.filter(({ outcome }) => outcome !== 'ok');
  expect(others).toMatchObject([
    { check: 'PostgreSQL' },
    { check: 'pair', says: expect.stringMatching(/^not bound yet/) },
  ]);
  expect(checks.map(({ check: name }) => name)).toContain('appending');
});

test('E14: a fault is exit 1, named on stderr, and no password is printed', async () => {
  const node = await cluster.node();
  node.script.nowMs = systemClock.now;
  node.script.instead = ({ isOfAll }) => (isOfAll ? ANSWERS.denied() : undefined);
  const EVENTSTORE_URL = node.connectionString.replace('esdb://', 'esdb://ledger:not-to-be-seen@');
  const { code, stdout, stderr } = await check({ EVENTSTORE_URL });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^reading \$all: refused: .*readRoles\n$/);
  expect(stdout).toMatch(/^WARNING {2}TLS .*\nok {7}nodes .*\n/);
  expect(stdout).toMatch(/\nFAULT {4}reading \$all .*\n/);
  expect(stdout).toMatch(/\n- {8}pair .*not before the faults above are gone\n/);
  expect(stdout + stderr).not.toContain('not-to-be-seen');
  const urlsPassword = new URL(database.url).password;
  expect(stdout + stderr).not.toContain(urlsPassword);
});
