import { Client } from 'pg';
import pino from 'pino';
import { type Runtime, startRuntime } from '../../../src/bin/programs/runtime';
import { openDoor } from '../../../src/bin/running/door';
import { joinStores } from '../../../src/bin/stores/stores';
import { readConfig } from '../../../src/config';
import { type OwnDatabase, ownDatabase } from '../../integration/infra/event-store/served-store';

jest.setTimeout(360_000);

/** Its beginning: migrations are one transaction and begin alike, and the salt of a role's password differs each time. */
const textOf = (asked: unknown): string =>
  (typeof asked === 'string' ? asked : String((asked as { readonly text?: unknown }).text)).trim().slice(0, 24);

type Query = (...parameters: readonly unknown[]) => unknown;

/** Fails each statement, by its text, at its first run in this process. */
const failEachOnce = (error: () => Error) => {
  const failed = new Set<string>();
  const { query } = Client.prototype as unknown as { readonly query: Query };
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...asked: unknown[]) {
    const text = textOf(asked[0]);
    if (text === 'ROLLBACK' || failed.has(text)) return query.apply(this, asked);
    failed.add(text);
    const callback = [...asked, (asked[0] as { readonly callback?: unknown }).callback].find(
      (each) => typeof each === 'function',
    ) as ((error: Error) => void) | undefined;
    if (callback === undefined) return Promise.reject(error());
    process.nextTick(() => callback(error()));
    return undefined;
  });
  return { failed, restore: () => spy.mockRestore() };
};

describe('a start with its own stores', () => {
  let store: OwnDatabase;
  const logger = pino({ level: 'silent' });

  beforeAll(async () => {
    store = await ownDatabase();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.drop());

  const started = async (withWorkers: boolean): Promise<Runtime> => {
    const { databaseUrl, dataDir } = store;
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0', DRAIN_MS: '0' });
    const stores = joinStores({ databaseUrl });
    return startRuntime({ config, stores, logger, withWorkers, localChains: [], door: await openDoor(config) });
  };

  test.each([
    ['the service, on an empty database', true],
    ['one more API process', false],
  ])('continues after any single statement that PostgreSQL answers too late: %s', async (_what, withWorkers) => {
    const { failed, restore } = failEachOnce(() => new Error('Query read timeout'));
    const runtime = await started(withWorkers);
    restore();
    await runtime.stop();
    expect(failed).toContain('LISTEN lastro_applied');
    expect(failed.size).toBeGreaterThan(20);
  });

  test('ends at once after an error of the configuration', async () => {
    const { failed } = failEachOnce(() =>
      Object.assign(new Error('password authentication failed'), { code: '28P01' }),
    );
    await expect(started(true)).rejects.toThrow('password authentication failed');
    expect(failed.size).toBe(1);
  });
});
