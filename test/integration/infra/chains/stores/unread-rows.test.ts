import type { UnreadRow } from '../../../../../commands/watching/watch-deps';
import { watchCursors } from '../../../../../infra/chains/stores/cursors';
import { unreadRows } from '../../../../../infra/chains/stores/unread-rows';
import { listWatched } from '../../../../../infra/chains/stores/watched-networks';
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
  return { database, pool, query: createQuery(pool) };
})();
afterEach(async () => {
  await (await opened).pool.query('TRUNCATE lastro.watch_cursors, lastro.unread_transactions');
});
afterAll(async () => {
  const { database, pool } = await opened;
  await pool.end();
  await database.drop();
});

const row = (txid: string, differences: Partial<UnreadRow> = {}): UnreadRow => ({
  ...{ txid, height: 5n, blockHash: '0xb5', memos: ['lastro:cid1'], reason: 'no receipt' },
  ...{ since: time(0), tries: 1, nextAt: time(0), isAlarmed: false, givenUpAt: null, ...differences },
});
const given = { txid: '0xe1', blockHash: '0xb5', givenUpAt: time(9) };

describe('a transaction that an operator gave up on', () => {
  test('releases the final height and stays marked last through all later writes', async () => {
    const store = unreadRows((await opened).query, 'ethereum');
    const higher = row('0xf1', { height: 7n });
    const elsewhere = row('0xe1', { height: 6n, blockHash: '0xb6' });
    await store.addUnread([row('0xe1'), higher, elsewhere]);
    await unreadRows((await opened).query, 'polygon').addUnread([row('0xe1', { height: 1n })]);
    expect(await store.unreadOf('0xe1')).toEqual([row('0xe1'), elsewhere]);
    await store.giveUpUnread([given]);
    await store.giveUpUnread([{ ...given, givenUpAt: time(99) }]);
    await store.updateUnread([row('0xe1', { tries: 2 })]);
    await store.addUnread([row('0xe1')]);
    const gone = row('0xe1', { tries: 2, givenUpAt: time(9) });
    expect(await store.lowestUnread()).toBe(6n);
    expect(await store.dueUnread(time(0), 10)).toEqual([elsewhere, higher, gone]);
    expect(await unreadRows((await opened).query, 'polygon').lowestUnread()).toBe(1n);
  });

  test('creates no row when none exists', async () => {
    const store = unreadRows((await opened).query, 'ethereum');
    await store.giveUpUnread([given]);
    expect([await store.unreadOf('0xe1'), await store.lowestUnread()]).toEqual([[], null]);
  });

  test('is listed with its network, and not among the waiting ones', async () => {
    const { pool, query } = await opened;
    const store = watchCursors(pool, { name: 'ethereum', mode: 'sandbox' });
    const cursor = { height: 9n, hash: '0xb9', finalHeight: 4n, recheckedHeight: 4n };
    await store.saveCursor({ ...cursor, resume: null, lookedAt: time(1), questions: {}, followedAt: null }, {});
    await store.addUnread([row('0xe1'), row('0xf1', { since: time(3) })]);
    await store.giveUpUnread([given]);
    expect(await listWatched(query)).toMatchObject([
      {
        ...{ network: 'ethereum', unread: 1, unread_since: time(3) },
        given_up: [{ txid: '0xe1', height: '5', reason: 'no receipt', since: time(0), givenUpAt: time(9) }],
      },
    ]);
  });
});
