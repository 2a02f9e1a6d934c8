import type { Pool } from 'pg';
import type { UnreadRow, WatchCursor } from '../../../../../commands/watching/watch-deps';
import { forgetNetwork, refuseOtherModes, watchCursors } from '../../../../../infra/chains/stores/cursors';
import { createStandings } from '../../../../../infra/chains/stores/standing';
import { migrate, migrationFile } from '../../../../../infra/postgres/migrate';
import { createPool } from '../../../../../infra/postgres/pool';
import { createQuery } from '../../../../../infra/postgres/query';
import { manualClock } from '../../../../../packages/testing/src/ledger/memory/manual-clock';
import { time } from '../../../../../packages/testing/src/samples/sample-data';
import { silent } from '../../../../http/world';
import { type TestDatabase, testDatabase } from '../../../../stores/postgres';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, silent);
  await migrate(pool, [migrationFile('infra/chains/cursors.sql', true)]);
});
afterEach(async () => {
  await pool.query('TRUNCATE lastro.watch_cursors, lastro.final_hashes, lastro.unread_transactions, lastro.chain_dust');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const watched = (name: string) => watchCursors(pool, { name, mode: 'sandbox' });

// The first look at a chain's first block; then heights that no double can hold.
const first: WatchCursor = {
  ...{ height: 0n, hash: '0xb0', finalHeight: -1n, recheckedHeight: -1n },
  ...{ resume: null, lookedAt: null, questions: {}, followedAt: null },
};
const later: WatchCursor = {
  ...{ height: 2n ** 60n + 1n, hash: '0xb1', finalHeight: 2n ** 60n - 1n, recheckedHeight: 7n },
  ...{ resume: { pages: [1, { after: 'x' }] }, lookedAt: time(1), followedAt: time(2) },
  questions: {
    ...{ finality: 'f', undecided: [{ depositId: 'd1', reason: 'pruned' }] },
    ...{ gap: 'g', receiver: 'r', haltedAssets: [201], givenUp: ['d2'] },
  },
};

describe('a cursor', () => {
  test('is read as it was last saved, for each network by itself', async () => {
    const [ethereum, polygon] = [watched('ethereum'), watched('polygon')];
    expect(await ethereum.readCursor()).toBeNull();
    await ethereum.saveCursor(first, {});
    expect(await ethereum.readCursor()).toEqual(first);
    await ethereum.saveCursor(later, {});
    expect(JSON.stringify((await ethereum.readCursor())?.questions)).toBe(JSON.stringify(later.questions));
    expect(await ethereum.readCursor()).toEqual(later);
    expect(await polygon.readCursor()).toBeNull();
    await polygon.saveCursor(first, {});
    await forgetNetwork(pool, 'ethereum');
    expect([await ethereum.readCursor(), await polygon.readCursor()]).toEqual([null, first]);
  });

  test('starts without a look when it comes from the former version', async () => {
    await pool.query(`INSERT INTO lastro.watch_cursors (network, block_number, block_hash, final_number)
      VALUES ('ethereum', 9, '0xb9', 5)`);
    expect(await watched('ethereum').readCursor()).toEqual({
      ...{ ...first, height: 9n, hash: '0xb9' },
      ...{ finalHeight: 5n, recheckedHeight: 5n },
    });
  });

  test('saves only the questions of a network that has some', async () => {
    const { saveCursor, saveQuestions, readCursor } = watched('ethereum');
    await saveQuestions({ finality: 'f' });
    expect(await readCursor()).toBeNull();
    await saveCursor(first, {});
    await saveQuestions({ finality: 'f' });
    expect(await readCursor()).toEqual({ ...first, questions: { finality: 'f' } });
  });
});

describe('hashes of final heights', () => {
  test('are the last 1,000, the highest first, and keep their values', async () => {
    const { saveCursor, keptHashes } = watched('ethereum');
    await pool.query(`INSERT INTO lastro.final_hashes (network, height, hash)
      SELECT 'ethereum', height, '0xb' || height FROM generate_series(1, 1000) AS height`);
    await saveCursor(first, { finalHash: { height: 1_001n, hash: '0xb1001' } });
    await saveCursor(first, { finalHash: { height: 1_001n, hash: '0xother' } });
    const kept = await keptHashes();
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([
      1_000,
      { height: 1_001n, hash: '0xb1001' },
      { height: 2n, hash: '0xb2' },
    ]);
    const { rows } = await pool.query('SELECT * FROM lastro.final_hashes');
    expect(rows).toHaveLength(1_000);
  });

  test('are deleted from a height on, with the cursor that goes back', async () => {
    const { saveCursor, keptHashes } = watched('ethereum');
    for (const height of [5n, 6n, 7n]) await saveCursor(first, { finalHash: { height, hash: `0xb${height}` } });
    await saveCursor(first, { forgetFrom: 6n });
    expect(await keptHashes()).toEqual([{ height: 5n, hash: '0xb5' }]);
  });
});

describe('dust', () => {
  const count = (height: bigint, transfers: number) => ({ height, assetId: 201, transfers, baseUnits: 10n ** 60n });
  const dustIn = async () =>
    (await pool.query<object>('SELECT height, transfers, base_units FROM lastro.chain_dust ORDER BY height')).rows;

  test('counts nothing twice after a repeated scan, nor of a replaced block', async () => {
    const { saveCursor } = watched('ethereum');
    const scanned = (fromHeight: bigint, ...counts: ReturnType<typeof count>[]) =>
      saveCursor({ ...first, height: 3n }, { dust: { fromHeight, counts } });
    await scanned(1n, count(1n, 200), count(2n, 7));
    await scanned(1n, count(1n, 200), count(2n, 7));
    await scanned(2n, count(3n, 5));
    expect(await dustIn()).toEqual([
      { height: '1', transfers: 200, base_units: `1${'0'.repeat(60)}` },
      { height: '3', transfers: 5, base_units: `1${'0'.repeat(60)}` },
    ]);
  });
});

describe('transactions that could not be read', () => {
  const row = (txid: string, differences: Partial<UnreadRow> = {}): UnreadRow => ({
    ...{ txid, height: 5n, blockHash: '0xb5', memos: ['lastro:cid1'], reason: 'no receipt' },
    ...{ since: time(0), tries: 1, nextAt: time(0), isAlarmed: false, givenUpAt: null, ...differences },
  });

  test('are kept once, those with a memo first, until they are removed', async () => {
    const { addUnread, dueUnread, updateUnread, removeUnread, lowestUnread } = watched('ethereum');
    expect(await lowestUnread()).toBeNull();
    const [nameless, named] = [row('0xe1', { memos: [], height: 4n }), row('0xf1')];
    await addUnread([nameless, named]);
    await addUnread([row('0xf1', { since: time(9), tries: 9, reason: 'other' }), row('0xf1', { blockHash: '0xc5' })]);
    await watched('polygon').addUnread([row('0xa1', { height: 1n })]);
    const due = await dueUnread(time(0), 10);
    expect(due.map(({ txid, blockHash }) => `${txid} ${blockHash}`).sort()).toEqual([
      '0xe1 0xb5',
      '0xf1 0xb5',
      '0xf1 0xc5',
    ]);
    expect(due.at(-1)).toEqual(nameless);
    expect(due).toContainEqual(named);
    expect(await lowestUnread()).toBe(4n);
    const tried = { ...named, reason: 'still none', tries: 2, nextAt: time(2), isAlarmed: true };
    await updateUnread([tried]);
    await removeUnread([nameless, row('0xf1', { blockHash: '0xc5' })]);
    expect([await dueUnread(time(1), 10), await dueUnread(time(2), 10)]).toEqual([[], [tried]]);
  });

  test('come before those without a memo while their memos are unknown', async () => {
    const { addUnread, dueUnread, updateUnread } = watched('ethereum');
    const [nameless, unknown, other] = [
      row('0xa1', { memos: [] }),
      row('0xb1', { memos: null }),
      row('0xc1', { memos: null }),
    ];
    await addUnread([nameless, unknown, other]);
    expect(await dueUnread(time(0), 10)).toEqual([unknown, other, nameless]);
    const learned = { ...unknown, memos: ['lastro:cid9'], tries: 2 };
    await updateUnread([learned, { ...other, tries: 2 }]);
    expect(await dueUnread(time(0), 10)).toEqual([learned, { ...other, tries: 2 }, nameless]);
  });
});

describe('the mode of a network', () => {
  test('is kept with its cursor, and the start refuses another mode', async () => {
    await watched('ethereum').saveCursor(first, {});
    await refuseOtherModes(pool, [{ name: 'ethereum', mode: 'sandbox' }]);
    await refuseOtherModes(pool, [{ name: 'polygon', mode: 'live' }]);
    await watchCursors(pool, { name: 'ethereum', mode: 'live' }).saveCursor(later, {});
    await expect(refuseOtherModes(pool, [{ name: 'ethereum', mode: 'live' }])).rejects.toThrow(
      'The network ethereum was watched as sandbox and is now live: choose another name',
    );
  });

  test('is set by the first save when an older cursor has none', async () => {
    await pool.query(`INSERT INTO lastro.watch_cursors (network, block_number, block_hash, final_number)
      VALUES ('ethereum', 9, '0xb9', 5)`);
    await refuseOtherModes(pool, [{ name: 'ethereum', mode: 'live' }]);
    await watched('ethereum').saveCursor(first, {});
    await expect(refuseOtherModes(pool, [{ name: 'ethereum', mode: 'live' }])).rejects.toThrow('sandbox');
  });
});

describe('the state of a network', () => {
  test('is the record of its watcher, which is read again after a second', async () => {
    const clock = manualClock();
    const query = jest.fn(createQuery(pool));
    const readStanding = createStandings(query as never, clock);
    expect(await readStanding('ethereum')).toBeNull();
    await watched('ethereum').saveCursor(later, {});
    clock.advance(999);
    expect(await readStanding('ethereum')).toBeNull();
    clock.advance(1);
    const { questions, lookedAt } = later;
    expect(await readStanding('ethereum')).toEqual({ network: 'ethereum', mode: 'sandbox', lookedAt, questions });
    expect(query).toHaveBeenCalledTimes(2);
  });
});
