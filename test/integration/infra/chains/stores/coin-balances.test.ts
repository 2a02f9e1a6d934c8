import { coinBalanceRows, coinDust } from '../../../../../infra/chains/stores/coin-balances';
import { watchCursors } from '../../../../../infra/chains/stores/cursors';
import { migrate, migrationFile } from '../../../../../infra/postgres/migrate';
import { createPool } from '../../../../../infra/postgres/pool';
import { createQuery } from '../../../../../infra/postgres/query';
import { silent } from '../../../../http/world';
import { testDatabase } from '../../../../stores/postgres';

const opened = (async () => {
  const database = await testDatabase();
  const pool = createPool(database.url, silent);
  await migrate(pool, [migrationFile('infra/chains/cursors.sql', true)]);
  const query = createQuery(pool);
  return { database, pool, query, rows: coinBalanceRows(query, 'ethereum') };
})();
afterEach(async () => {
  await (await opened).pool.query('TRUNCATE lastro.coin_balances, lastro.chain_dust, lastro.watch_cursors');
});
afterAll(async () => {
  const { database, pool } = await opened;
  await pool.end();
  await database.drop();
});

const of = (height: bigint, baseUnits: bigint, receiver = '0xaa') => ({ receiver, height, baseUnits });
const cursor = {
  ...{ height: 9n, hash: '0xb9', finalHeight: 9n, recheckedHeight: 9n, resume: null, lookedAt: null },
  ...{ questions: {}, followedAt: null },
};

describe('coin of receivers when it was last compared', () => {
  test('is kept by network and receiver, and saved only after the comparison that it follows', async () => {
    const { rows, query } = await opened;
    await rows.saveCoinBalance(of(5n, 10n ** 30n), null);
    await rows.saveCoinBalance(of(6n, 1n), null);
    await coinBalanceRows(query, 'polygon').saveCoinBalance(of(7n, 2n), null);
    expect(await rows.coinBalances()).toEqual([of(5n, 10n ** 30n)]);
    await rows.saveCoinBalance(of(8n, 3n), of(5n, 0n));
    await rows.saveCoinBalance(of(9n, 4n), of(5n, 0n));
    expect(await rows.coinBalances()).toEqual([of(8n, 3n)]);
  });

  test('is deleted from the height at which another history was accepted', async () => {
    const { pool, rows } = await opened;
    await rows.saveCoinBalance(of(5n, 1n), null);
    await rows.saveCoinBalance(of(6n, 1n, '0xbb'), null);
    const { saveCursor } = watchCursors(pool, { name: 'ethereum', mode: 'sandbox' });
    await saveCursor(cursor, { forgetFrom: 6n });
    expect(await rows.coinBalances()).toEqual([of(5n, 1n)]);
  });
});

test('the sum of small coin payments covers the heights after one and up to another', async () => {
  const { pool, query } = await opened;
  await pool.query(`INSERT INTO lastro.chain_dust (network, height, asset_id, transfers, base_units) VALUES
    ('ethereum', 5, 201, 1, 1000), ('ethereum', 6, 201, 1, 20), ('ethereum', 7, 201, 1, 3), ('ethereum', 8, 201, 1, 4000),
    ('ethereum', 6, 202, 1, 50000), ('polygon', 6, 201, 1, 600000)`);
  expect(await coinDust(query, 'ethereum', { assetId: 201, after: 5n, upTo: 7n })).toBe(23n);
  expect(await coinDust(query, 'ethereum', { assetId: null, after: 5n, upTo: 7n })).toBe(0n);
});
