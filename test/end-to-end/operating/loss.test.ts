import { randomBytes } from 'node:crypto';
import { SIMULATED_USD } from '../../../infra/chains/simulated/network';
import { query } from '../../infra/event-store/embedded-store';
import { type TestDatabase, testDatabase } from '../../stores/postgres';
import { withOperator } from '../support/operator';
import { openIntent, type Payee, registerApprovedUser, waitForStatus } from '../support/pay';
import {
  ask,
  demoKeyOf,
  type Environment,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../support/run-service';

jest.setTimeout(600_000);

/** Two looks are 30 s apart, and then comes the quiet time of 75 s. */
const ATTACHED_WITHIN_MS = 300_000;
const BY_ANA = ['--actor', 'ana', '--reason', 'the disk of the log is gone'];
const USER = 'maria@pessoa.example';
const PAYEES = ['before', 'meanwhile', 'after', 'forgotten'].map((name) => ({
  ...{ key: `${name}@pessoa.example`, name: name.toUpperCase() },
}));
const [BEFORE, MEANWHILE, AFTER, FORGOTTEN] = PAYEES as unknown as readonly [Payee, Payee, Payee, Payee];

const { dataDir, remove } = temporaryDataDir();
let database: TestDatabase;
let environment: Environment;
let service: RunningProcess;
let partner: string;
let token: string;
let copiedUpTo = 0;
const intents = new Map<Payee, string>();

const rows = <Row extends object>(text: string) => query<Row>(database.url, text);
const ledger = (...words: readonly string[]) => runProgram('ledger', words, environment, ATTACHED_WITHIN_MS);
const idOf = (payee: Payee): string => intents.get(payee) ?? '';

const open = async (payee: Payee): Promise<void> => {
  intents.set(payee, (await openIntent(service, token, payee, SIMULATED_USD)).intentId);
};

const pay = async (payee: Payee): Promise<void> => {
  const body = { intentId: idOf(payee), kind: 'exact' };
  const paid = await ask(`${service.url}/api/v1/sandbox/deposits`, { token: partner, body });
  expect(paid.status).toBe(200);
};

const reaches = (payee: Payee, status: string) => waitForStatus(service, token, idOf(payee), status);

const signIn = async (): Promise<void> => {
  const issued = await ask<{ token: string }>(`${service.url}/api/v1/auth/token`, {
    ...{ token: partner, body: { uid: USER } },
  });
  ({ token } = issued.body.data);
};

/** As the bank has booked them, by the payee's key. */
const booked = async (): Promise<readonly string[]> => {
  const found = await rows<{ payee: string }>('SELECT 1 AS payee');
  return found.map(({ payee }) => payee);
};

beforeAll(async () => {
  database = await testDatabase();
  const stores = { DATABASE_URL: database.url, DATA_DIR: dataDir, MASTER_KEY: randomBytes(32).toString('base64') };
  const limits = JSON.stringify({ userGet: 0, cashoutPost: 0, partner: 0, ip: 0 });
  environment = { ...stores, SANDBOX_SETTLE_MS: '100', RATE_LIMITS: limits };
  service = await startProgram('start', environment);
  partner = demoKeyOf(service);
  ({ token } = await registerApprovedUser(service, partner, USER));
  environment = await withOperator(environment);
  await Promise.all([open(BEFORE), open(MEANWHILE), open(AFTER)]);
  await pay(BEFORE);
  await reaches(BEFORE, 'COMPLETED');
  const [end] = await rows<{ position: string }>('SELECT max(position)::text AS position FROM event_store.events');
  copiedUpTo = Number(end?.position);
  await open(FORGOTTEN);
  await Promise.all([pay(MEANWHILE), pay(FORGOTTEN)]);
  await Promise.all([reaches(MEANWHILE, 'COMPLETED'), reaches(FORGOTTEN, 'COMPLETED')]);
  await service.stop();
  await rows(`DELETE FROM event_store.events WHERE position > ${copiedUpTo}`);
});
afterAll(async () => {
  await service.stop();
  await database.drop();
  remove();
});

test('x', async () => {
  const t = await rows(`SELECT table_schema, table_name FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog','information_schema') ORDER BY 1,2`);
  console.log(JSON.stringify(t.map((r: any) => r.table_schema + '.' + r.table_name)));
  console.log(JSON.stringify(await rows('SELECT network, block_number, final_number FROM lastro.watch_cursors')));
  const refused = await runProgram('start', [], environment, ATTACHED_WITHIN_MS);
  console.log(refused.code, refused.stderr.slice(-1500));
  const first = await ledger('store', 'attach', '--accept-loss', ...BY_ANA, '--json');
  console.log(first.code, first.stdout, first.stderr.slice(-3000));
  const second = await ledger('store', 'attach', '--accept-loss', ...BY_ANA, '--json', '--from', 'local=0', '--from', 'simulated=0');
  console.log(second.code, second.stdout, second.stderr.slice(-3000));
});
