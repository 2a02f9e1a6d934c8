import type { PairRow } from '../../../../commands/ports/pair';
import { writePairRow } from '../../../../infra/pair/pair-row';
import { BOUND, comingOf, LED_2, OPENING } from '../../../commands/pair/sample-look';
import { emptied, openPostgres, type Postgres, rowOf } from './pair-world';

let postgres: Postgres;

beforeAll(async () => {
  postgres = await openPostgres();
});
afterEach(() => emptied(postgres));
afterAll(() => postgres.close());

const write = (from: PairRow | null, to: PairRow | null): Promise<boolean> =>
  writePairRow(postgres.pool, { do: 'WRITE_ROW', from, to });

const COMING: PairRow = {
  ...BOUND,
  coming: comingOf(LED_2),
};

describe('the row of the pair', () => {
  test.each([
    ['that is being opened', OPENING],
    ['that is bound', BOUND],
    ['with a coming event', COMING],
  ])('%s is read back unchanged', async (_what, row) => {
    expect(await rowOf(postgres)).toBeNull();
    expect(await write(null, row)).toBe(true);
    expect(await rowOf(postgres)).toEqual(row);
  });

  test('is written once when none exists', async () => {
    await write(null, OPENING);
    expect(await write(null, BOUND)).toBe(false);
    expect(await rowOf(postgres)).toEqual(OPENING);
  });

  const others: readonly (readonly [string, PairRow])[] = [
    ['ledger', { ...COMING, ledgerId: 'ledger2' }],
    ['state', { ...COMING, state: 'ATTACHING' }],
    ['last event', { ...COMING, last: { id: 'led9', revision: 1 } }],
    ['last revision', { ...COMING, last: { id: 'led1', revision: 2 } }],
    ['absent last event', { ...COMING, last: null }],
    ['coming event', { ...COMING, coming: comingOf({ ...LED_2, id: 'led9' }) }],
    ['absent coming event', { ...COMING, coming: null }],
  ];

  test.each(others)('is neither overwritten nor removed when another %s exists', async (_what, other) => {
    await write(null, COMING);
    expect([await write(other, BOUND), await write(other, null)]).toEqual([false, false]);
    expect(await rowOf(postgres)).toEqual(COMING);
  });

  test.each(others)('is written complete, with its %s', async (_what, other) => {
    await write(null, COMING);
    expect(await write(COMING, other)).toBe(true);
    expect(await rowOf(postgres)).toEqual(other);
    expect(await write(other, null)).toBe(true);
    expect(await rowOf(postgres)).toBeNull();
  });

  test('is committed synchronously, against the database’s own setting', async () => {
    const said: unknown[] = [];
    const { pool } = postgres;
    const client = await pool.connect();
    await client.query('SET synchronous_commit = off');
    const watched = {
      connect: async () => ({
        query: async (text: string, values?: unknown[]): Promise<unknown> => {
          if (text === 'COMMIT') said.push((await client.query('SHOW synchronous_commit')).rows[0]);
          return client.query(text, values);
        },
        on: () => undefined,
        off: () => undefined,
        release: () => undefined,
      }),
    };
    await writePairRow(watched as unknown as typeof pool, { do: 'WRITE_ROW', from: null, to: BOUND });
    client.release(true);
    expect(said).toEqual([{ synchronous_commit: 'on' }]);
  });
});
