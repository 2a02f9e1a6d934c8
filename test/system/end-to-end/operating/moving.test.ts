import path from 'node:path';
import { openServedStore, type ServedStore } from '../../../integration/infra/event-store/served-store';
import { withOperator } from '../support/operator';
import { openIntent, payIntent, registerApprovedUser } from '../support/pay';
import {
  demoKeyOf,
  type Environment,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../support/run-service';

jest.setTimeout(600_000);

/** A refusal comes 30 s after the first look. */
const ENDED_WITHIN_MS = 180_000;
/** Rows with positions, and rows without. */
const REBUILT = ['audit-trail', 'webhook-outbox', 'payouts'];

const { dataDir, remove } = temporaryDataDir();
const embedded = { DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '100' };
const file = path.join(dataDir, 'ledger.jsonl');

let store: ServedStore;
let served: Environment;
let operator: Environment;
let token = '';
let intents: readonly Awaited<ReturnType<typeof openIntent>>[] = [];

const ledger = (environment: Environment, ...words: readonly string[]) =>
  runProgram('ledger', words, environment, ENDED_WITHIN_MS);

const atWork = async (environment: Environment, work: (service: RunningProcess) => Promise<void>): Promise<void> => {
  const service = await startProgram('start', environment);
  try {
    await work(service);
  } finally {
    await service.stop();
  }
};

const mustBeRebuiltEqual = async (environment: Environment): Promise<void> => {
  for (const name of REBUILT) {
    const { stdout } = await ledger(environment, 'rebuild', name, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'swapped', differences: [] });
  }
};

beforeAll(async () => {
  store = await openServedStore();
  served = { ...embedded, EVENTSTORE_URL: store.connectionString };
  await atWork(embedded, async (service) => {
    ({ token } = await registerApprovedUser(service, demoKeyOf(service), 'maria@pessoa.example'));
    const payee = (number: number) => ({ key: `${number}@pessoa.example`, name: `MARIA ${number}` });
    intents = [await openIntent(service, token, payee(1)), await openIntent(service, token, payee(2))];
  });
  operator = { ...(await withOperator(embedded)), EVENTSTORE_URL: store.connectionString };
});
afterAll(async () => {
  await store.close();
  remove();
});

describe('an exported and imported ledger with open payments', () => {
  test('has left the database, which starts no service, and its events are in the file', async () => {
    const exported = await ledger(embedded, 'store', 'export', file, '--json');
    expect([exported.code, JSON.parse(exported.stdout)]).toMatchObject([
      0,
      { exported: { events: expect.any(Number) } },
    ]);
    const { code, stderr } = await runProgram('start', [], embedded, ENDED_WITHIN_MS);
    expect([code, stderr]).toEqual([1, expect.stringContaining('has left this event store by an export')]);
  });

  test('works in the event store, where rebuilds find its rows and open payments are paid', async () => {
    const imported = await ledger(served, 'store', 'import', file, '--json');
    expect([imported.code, JSON.parse(imported.stdout)]).toMatchObject([0, { imported: {} }]);
    await mustBeRebuiltEqual(served);
    await atWork(served, (service) => payIntent(service, token, intents[0]!));
    const refused = await runProgram('start', [], embedded, ENDED_WITHIN_MS);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('has left this event store')]);
  });

  test('returns to the database after a command that ended during its election', async () => {
    const identity = async () => (await store.store.readStream('ledger-identity')).map(({ type }) => type);
    const before = await identity();
    expect((await ledger(operator, 'operator', 'add', 'bia', '--role', 'admin')).code).toBe(0);
    // A command never leads.
    expect(await identity()).toEqual(before);
    expect((await ledger(operator, 'store', 'export', file)).code).toBe(0);
    expect((await ledger(embedded, 'store', 'import', file)).code).toBe(0);
    await mustBeRebuiltEqual(embedded);
    await atWork(embedded, (service) => payIntent(service, token, intents[1]!));
    expect(await identity()).toEqual([...before, 'LedgerMoved']);
  });
});
