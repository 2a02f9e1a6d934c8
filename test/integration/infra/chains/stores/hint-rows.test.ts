import { forgetNetwork } from '../../../../../infra/chains/stores/cursors';
import { createChainHints, hintRows } from '../../../../../infra/chains/stores/hint-rows';
import { migrate, migrationFile } from '../../../../../infra/postgres/migrate';
import { createPool } from '../../../../../infra/postgres/pool';
import { createQuery } from '../../../../../infra/postgres/query';
import { time } from '../../../../../packages/testing/src/samples/sample-data';
import { silent } from '../../../../http/world';
import { testDatabase } from '../../../../stores/postgres';

const opened = (async () => {
  const database = await testDatabase();
  const pool = createPool(database.url, silent);
  await migrate(pool, [migrationFile('infra/chains/cursors.sql', true)]);
  return { database, pool, hints: createChainHints(pool), rows: hintRows(createQuery(pool), 'ethereum') };
})();
afterEach(async () => {
  await (await opened).pool.query('TRUNCATE lastro.chain_hints');
});
afterAll(async () => {
  const { database, pool } = await opened;
  await pool.end();
  await database.drop();
});

const LIMITS = { mostOfNetwork: 5, mostOfTeller: null };
const hint = (txid: string, toldBy = 'chain/indexer', network = 'ethereum') => ({ network, txid, toldBy });
const row = (txid: string, seconds: number, tries = 0) => ({
  ...{ txid, since: time(0), tries, nextAt: time(seconds) },
});

describe('hints of transactions', () => {
  test('are kept once per network, from the first reporter', async () => {
    const { hints, rows } = await opened;
    expect(await hints.keep(hint('0xa1'), time(0), LIMITS)).toBe(true);
    expect(await hints.keep(hint('0xa1', 'wallet/u1'), time(9), LIMITS)).toBe(false);
    expect(await hints.keep(hint('0xa1', 'wallet/u1', 'polygon'), time(0), LIMITS)).toBe(true);
    expect(await rows.dueHints(time(9), 10)).toEqual([row('0xa1', 0)]);
  });

  test('are limited, however many arrive at once', async () => {
    const { hints, pool } = await opened;
    const keep = (count: number, toldBy: string, network: string, mostOfTeller: number | null) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          hints.keep(hint(`${toldBy}${index}`, toldBy, network), time(0), { ...LIMITS, mostOfTeller }),
        ),
      );
    await Promise.all([keep(6, 'wallet/u1', 'ethereum', 3), keep(6, 'wallet/u1', 'polygon', 3)]);
    await keep(9, 'chain/indexer', 'ethereum', null);
    const text = 'SELECT told_by, count(*)::integer FROM lastro.chain_hints GROUP BY told_by ORDER BY told_by DESC';
    const { rows } = await pool.query<{ told_by: string; count: number }>(text);
    expect(rows[0]).toEqual({ told_by: 'wallet/u1', count: 3 });
    const ofEthereum = `SELECT count(*)::integer FROM lastro.chain_hints WHERE network = 'ethereum'`;
    expect((await pool.query(ofEthereum)).rows).toEqual([{ count: 5 }]);
  });

  test('are due by their time, the oldest first, and wait or end as the watcher says', async () => {
    const { hints, rows } = await opened;
    for (const [txid, seconds] of [
      ['0xa3', 3],
      ['0xa1', 1],
      ['0xa2', 2],
      ['0xa9', 9],
    ] as const)
      await hints.keep(hint(txid), time(seconds), LIMITS);
    const due = await rows.dueHints(time(3), 2);
    expect(due.map(({ txid }) => txid)).toEqual(['0xa1', '0xa2']);
    const later = { ...due[0]!, tries: 1, nextAt: time(8) };
    await rows.settleHints(due, [later]);
    expect((await rows.dueHints(time(9), 10)).map(({ txid }) => txid)).toEqual(['0xa3', '0xa1', '0xa9']);
    expect(await rows.dueHints(time(8), 10)).toContainEqual(later);
  });

  test('are deleted with their network, at the next hint two days later', async () => {
    const { hints, pool, rows } = await opened;
    await hints.keep(hint('0xa1'), time(0), LIMITS);
    await hints.keep(hint('0xa1', 'chain/indexer', 'polygon'), time(0), LIMITS);
    await forgetNetwork(pool, 'ethereum');
    expect(await rows.dueHints(time(9), 10)).toEqual([]);
    await hints.keep(hint('0xa2'), time(2 * 86_400 + 1), LIMITS);
    expect((await pool.query('SELECT txid FROM lastro.chain_hints')).rows).toEqual([{ txid: '0xa2' }]);
  });
});
