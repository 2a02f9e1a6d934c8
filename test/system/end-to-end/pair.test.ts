import { Client } from 'pg';
import { holdAlone } from '../../../infra/pair/holding/hold-alone';
import { openServedStore, type ServedStore } from '../../integration/infra/event-store/served-store';
import { withOperator } from './support/operator';
import { runProgram, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(360_000);

/** The second look is 30 s after the first. */
const REFUSED_WITHIN_MS = 120_000;

describe('a service whose event store was replaced', () => {
  const { dataDir, remove } = temporaryDataDir();
  let own: ServedStore;
  let other: ServedStore;

  beforeAll(async () => {
    [own, other] = [await openServedStore(), await openServedStore()];
  });
  afterAll(async () => {
    await Promise.all([own.close(), other.close()]);
    remove();
  });

  const on = (store: ServedStore) => ({
    ...{ DATA_DIR: dataDir, DATABASE_URL: own.databaseUrl, EVENTSTORE_URL: store.connectionString },
  });

  /** The key of an operator of the ledger in `own`. */
  let key: Readonly<Record<string, string>> = {};

  const onboard = (store: ServedStore, asked = key) =>
    runProgram(
      'ledger',
      ['partner', 'create', '--name', 'Acme', '--mode', 'sandbox', '--json'],
      { ...on(store), ...asked },
      REFUSED_WITHIN_MS,
    );

  test('is bound at its first start, and starts again', async () => {
    await (await startProgram('start', on(own))).stop();
    await (await startProgram('start', on(own))).stop();
    const types = (await own.store.readStream('ledger-identity')).map(({ type }) => type);
    expect(types).toEqual(['LedgerOpened', 'LedgerLed', 'LedgerLed']);
    const [row] = await rows('SELECT state, last_revision FROM lastro.pair');
    expect(row).toEqual({ state: 'BOUND', last_revision: '2' });
  });

  test('exits with 1 at the start, names the ledger, and writes nothing to the other store', async () => {
    const refused = await Promise.all([
      runProgram('start', [], on(other), REFUSED_WITHIN_MS),
      runProgram('api', [], on(other), REFUSED_WITHIN_MS),
    ]);
    for (const { code, stderr } of refused) {
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/PostgreSQL belongs to ledger [0-9a-f-]{36}, but the event store/),
      ]);
    }
    expect(await other.store.readStream('ledger-identity')).toEqual([]);
  });

  test('refuses a writing command without the key of an operator', async () => {
    const { LASTRO_OPERATOR_KEY = '' } = await withOperator(on(own));
    key = { LASTRO_OPERATOR_KEY };
    const nobody = await onboard(own, {});
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('LASTRO_OPERATOR_KEY')]);
  });

  test('refuses a writing command of an operator with exit 1', async () => {
    const { code, stderr } = await onboard(other);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/it was wiped, or it is another store/)]);
    expect((await onboard(own)).code).toBe(0);
  });

  const store = (command: readonly string[], environment: Record<string, string>) =>
    runProgram('ledger', ['store', ...command], environment, REFUSED_WITHIN_MS);

  test('is attached to no PostgreSQL without a vault, an actor and a reason', async () => {
    const asked = ['attach', '--actor', 'ana', '--reason', 'restored'];
    const lost = await store(asked, { ...on(own), ...key, DATABASE_URL: other.databaseUrl });
    const nobodys = await store(asked, { ...on(own), DATABASE_URL: other.databaseUrl });
    expect([nobodys.code, nobodys.stderr]).toEqual([1, expect.stringContaining('LASTRO_OPERATOR_KEY')]);
    expect([lost.code, lost.stderr]).toEqual([1, expect.stringContaining('Restore the schema vault first')]);
    const nobody = await store(['attach'], on(own));
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('needs --actor and --reason')]);
  });

  test('exits with 1 at the start while a store tool holds the ledger', async () => {
    const tool = await holdAlone({ databaseUrl: own.databaseUrl, nowMs: () => performance.now() });
    const refused = await Promise.all([
      runProgram('api', [], on(own), REFUSED_WITHIN_MS),
      runProgram('ledger', ['replay-parked'], on(own), REFUSED_WITHIN_MS),
    ]).finally(tool.release);
    for (const { code, stderr } of refused) {
      expect([code, stderr]).toEqual([1, expect.stringContaining('has the exclusive lock')]);
    }
    const { code } = await runProgram('ledger', ['replay-parked'], { ...on(own), ...key }, REFUSED_WITHIN_MS);
    expect(code).toBe(0);
  });

  const rows = async (text: string): Promise<readonly object[]> => {
    const client = new Client({ connectionString: own.databaseUrl });
    await client.connect();
    return client
      .query(text)
      .then(
        ({ rows: found }) => found as object[],
        () => [],
      )
      .finally(() => client.end());
  };
});
