import { randomBytes } from 'node:crypto';
import { providerKeyOf } from '../../../../commands/handling/deterministic-ids';
import { SIMULATED_USD } from '../../../../infra/chains/simulated/network';
import { query } from '../../../integration/infra/event-store/served-store';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';
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
const PAYEES = ['before', 'meanwhile', 'after', 'forgotten', 'later'].map((name) => ({
  ...{ key: `${name}@pessoa.example`, name: name.toUpperCase() },
}));
const [BEFORE, MEANWHILE, AFTER, FORGOTTEN, LATER] = PAYEES as unknown as readonly [Payee, Payee, Payee, Payee, Payee];

const { dataDir, remove } = temporaryDataDir();
let database: TestDatabase;
let environment: Environment;
let service: RunningProcess;
let partner: string;
let token: string;
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

/** Counts of the bank's payments of each, over all attempts. */
const paidTimes = async (...payees: readonly Payee[]): Promise<readonly number[]> => {
  const orders = await rows<{ key: string }>(
    "SELECT key FROM lastro.sandbox_book WHERE kind = 'payout' AND state->>'bookedAtMs' IS NOT NULL",
  );
  return payees.map((payee) => {
    const keys = [1, 2, 3, 4, 5].map((attempt) => providerKeyOf(idOf(payee), attempt));
    return orders.filter(({ key }) => keys.includes(key)).length;
  });
};

const release = async (payee: Payee): Promise<object> => {
  const { code, stdout, stderr } = await ledger('release', idOf(payee), ...BY_ANA, '--json');
  return code === 0 ? (JSON.parse(stdout) as object) : { code, stderr };
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
  await open(FORGOTTEN);
  await Promise.all([pay(MEANWHILE), pay(FORGOTTEN)]);
  await Promise.all([reaches(MEANWHILE, 'COMPLETED'), reaches(FORGOTTEN, 'COMPLETED')]);
  await service.stop();
  await rows('ALTER TABLE event_store.events DISABLE TRIGGER only_added_to');
  await rows(`DELETE FROM event_store.events WHERE position > ${end?.position}`);
  await rows('ALTER TABLE event_store.events ENABLE TRIGGER only_added_to');
});
afterAll(async () => {
  await service.stop();
  await database.drop();
  remove();
});

describe('a log that was restored from an older copy', () => {
  test('starts no service, since it lacks events that PostgreSQL knows', async () => {
    const { code, stderr } = await runProgram('start', [], environment, ATTACHED_WITHIN_MS);
    expect([code, stderr]).toEqual([1, expect.stringContaining('It is an older copy or has another history')]);
  });

  test('is attached when an operator accepts the loss, which holds every open payment', async () => {
    const heights = ['local', 'local-solana', 'simulated'].flatMap((network) => ['--from', `${network}=0`]);
    const { code, stdout } = await ledger('store', 'attach', '--accept-loss', ...heights, ...BY_ANA, '--json');
    const told = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    const held = [MEANWHILE, AFTER].map((payee) => ({ family: 'cashout', id: idOf(payee) }));
    expect([code, told.at(-1)]).toMatchObject([0, { held: expect.arrayContaining(held) as object }]);
    expect(told.at(-1)).toHaveProperty('held.length', 2);
  });

  test('makes no payment before a release', async () => {
    service = await startProgram('start', environment);
    await signIn();
    await pay(AFTER);
    await Promise.all([reaches(MEANWHILE, 'PROCESSING'), reaches(AFTER, 'PROCESSING')]);
    await reaches(BEFORE, 'COMPLETED');
    // The worker that pays the later one has passed the earlier ones.
    await open(LATER);
    await pay(LATER);
    await reaches(LATER, 'COMPLETED');
    await Promise.all([reaches(MEANWHILE, 'PROCESSING'), reaches(AFTER, 'PROCESSING')]);
    expect(await paidTimes(BEFORE, MEANWHILE, AFTER, FORGOTTEN)).toEqual([1, 1, 0, 1]);
  });

  test('accepts what the bank has paid, and pays the rest once', async () => {
    expect(await release(MEANWHILE)).toMatchObject({ outcome: 'RECOVERED', found: [{ step: 'PAYOUT', attempt: 1 }] });
    expect(await release(AFTER)).toMatchObject({ outcome: 'RELEASED' });
    await Promise.all([reaches(MEANWHILE, 'COMPLETED'), reaches(AFTER, 'COMPLETED')]);
    expect(await paidTimes(BEFORE, MEANWHILE, AFTER, FORGOTTEN)).toEqual([1, 1, 1, 1]);
  });
});
