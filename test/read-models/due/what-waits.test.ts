import type { Pool } from 'pg';
import { pino } from 'pino';
import type { WhatWaits } from '../../../commands/ports/what-waits';
import { createPool } from '../../../infra/postgres/pool';
import { createQuery } from '../../../infra/postgres/query';
import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { depositsProjection } from '../../../projections/deposits';
import { readWhatWaits, type WaitingIntent } from '../../../read-models/due/what-waits';
import { deposits } from '../../../read-models/matching/deposits';
import { serviceDatabase } from '../../stores/postgres';

let pool: Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await serviceDatabase();
  drop = database.drop;
  pool = createPool(database.url, pino({ level: 'silent' }));
});
afterAll(async () => {
  await pool.end();
  await drop();
});
beforeEach(() =>
  pool.query(
    `TRUNCATE lastro.parked_streams, lastro.parked_events, lastro.work_leases, lastro.watch_cursors,
       lastro.unread_transactions, lastro.deposits`,
  ),
);

const intent: WaitingIntent = {
  ...{ intentId: 'cid1', network: 'ethereum', memo: 'lastro:cid1', userId: 'u1', partnerId: 'p1' },
  depositId: null,
  providerKeys: [],
};
const read = (changes: Partial<WaitingIntent> = {}): Promise<WhatWaits> =>
  readWhatWaits(createQuery(pool))({ ...intent, ...changes });

const park = (projection: string, stream: string) =>
  pool.query(
    `INSERT INTO lastro.parked_streams (projection, stream, from_revision, from_commit, from_prepare, error, parked_at)
       VALUES ($1, $2, 3, 1, 1, 'no column x', $3)`,
    [projection, stream, time(5)],
  );
const lease = (queue: string, key: string, attempts: number) =>
  pool.query(
    `INSERT INTO lastro.work_leases (queue, key, leased_by, claims, attempts, next_at, last_error)
       VALUES ($1, $2, 'w1', 4, $3::int, $4, CASE WHEN $3 > 0 THEN 'refused' END)`,
    [queue, key, attempts, time(20)],
  );
const storeDeposit = async (changes: object) => {
  const row = { ...rowAfter(depositsProjection, deposits, recorded('DepositObserved')), ...changes };
  const text = 'INSERT INTO lastro.deposits SELECT * FROM json_populate_record(NULL::lastro.deposits, $1::json)';
  await pool.query(text, [JSON.stringify(row)]);
};

test('lists parked streams of the intent, its user, partner and watcher, its own stream first', async () => {
  const own = ['user-u1', 'partner-p1', 'watcher-ethereum', 'cashout-cid1'];
  for (const stream of [...own, 'cashout-cid12', 'user-u2', 'partner-p2', 'watcher-polygon'])
    await park('payouts', stream);
  const { parked } = await read();
  expect(parked[0]).toEqual({
    ...{ projection: 'payouts', stream: 'cashout-cid1', fromRevision: 3, since: time(5), error: 'no column x' },
  });
  expect(parked.map(({ stream }) => stream).sort()).toEqual([...own].sort());
});

test('lists all parked deposits of the network before an acceptance, and only the accepted one afterwards', async () => {
  for (const id of ['ethereum:0xaa:0', 'ethereum:0xbb:0', 'polygon:0xaa:0']) await park('deposits', `deposit-${id}`);
  const streamsOf = ({ parked }: WhatWaits) => parked.map(({ stream }) => stream);
  expect(streamsOf(await read())).toEqual(['deposit-ethereum:0xaa:0', 'deposit-ethereum:0xbb:0']);
  expect(streamsOf(await read({ depositId: 'ethereum:0xbb:0' }))).toEqual(['deposit-ethereum:0xbb:0']);
});

test('lists failing work under any of its keys', async () => {
  await storeDeposit({ deposit_id: 'ethereum:0xdd:0', memos: ['lastro:cid1'], status: 'FINALISED' });
  await lease('expire-cashout', 'cid1', 2);
  await lease('request-payout', 'cashout-cid1', 1);
  await lease('dispatch-payout', 'key1', 3);
  await lease('resolve-payout', 'cashout-cid1 key1', 4);
  await lease('match-deposit', 'ethereum:0xdd:0', 5);
  for (const key of ['cid12', 'cashout-cid12 key1', 'key2', 'ethereum:0xee:0']) await lease('match-deposit', key, 9);
  await lease('other', 'cid1', 0);
  const { failing } = await read({ providerKeys: ['key1'] });
  expect(failing).toEqual(
    [
      ['dispatch-payout', 3],
      ['expire-cashout', 2],
      ['match-deposit', 5],
      ['request-payout', 1],
      ['resolve-payout', 4],
    ].map(([queue, failures]) => ({ queue, failures, error: 'refused', nextAt: time(20) })),
  );
});

test('lists undecided deposits with the memo', async () => {
  const with1 = { memos: ['x', 'lastro:cid1'], updated_at: time(7) };
  for (const status of ['OBSERVED', 'FINALISED', 'CLAIMED', 'REVERTED', 'MATCHED', 'UNMATCHED']) {
    await storeDeposit({ ...with1, deposit_id: `ethereum:${status}:0`, status });
  }
  await storeDeposit({ ...with1, deposit_id: 'polygon:0xdd:0', network: 'polygon' });
  await storeDeposit({ deposit_id: 'ethereum:0xee:0', memos: ['lastro:cid2'] });
  const { openDeposits } = await read();
  expect(openDeposits).toEqual(
    ['CLAIMED', 'FINALISED', 'OBSERVED'].map((status) => ({
      depositId: `ethereum:${status}:0`,
      status,
      since: time(7),
    })),
  );
});

test('lists unread transactions that name the memo', async () => {
  const text = `INSERT INTO lastro.unread_transactions VALUES ($1, $2, '0xbb', 7, $3, 'no receipt', $4, 12)`;
  await pool.query(text, ['ethereum', '0xdd', JSON.stringify(['lastro:cid1']), time(7)]);
  await pool.query(text, ['ethereum', '0xee', JSON.stringify(['lastro:cid2']), time(7)]);
  await pool.query(text, ['polygon', '0xff', JSON.stringify(['lastro:cid1']), time(7)]);
  const named = { txid: '0xdd', since: time(7), tries: 12, reason: 'no receipt', namesMemo: true, givenUpAt: null };
  expect((await read()).unread).toEqual([named]);
  await pool.query('UPDATE lastro.unread_transactions SET given_up_at = $1', [time(8)]);
  expect((await read()).unread).toEqual([{ ...named, givenUpAt: time(8) }]);
});

test('lists unread transactions of the network that may name the memo', async () => {
  const text = `INSERT INTO lastro.unread_transactions VALUES ($1, $2, '0xbb', 7, $3, 'no receipt', $4, 12)`;
  await pool.query(text, ['ethereum', '0xdd', 'null', time(7)]);
  await pool.query(text, ['ethereum', '0xee', '[]', time(7)]);
  await pool.query(text, ['polygon', '0xff', 'null', time(7)]);
  expect((await read()).unread).toMatchObject([{ txid: '0xdd', namesMemo: false }]);
});

test('lists deposits that were given up, by the memo or the accepted one', async () => {
  const given = ['0xa', '0xb', '0xc'].map((txid) => `ethereum:${txid}:0`);
  const [named = '', taken = '', other = ''] = given;
  await storeDeposit({ deposit_id: named, memos: ['lastro:cid1'], status: 'REVERTED' });
  await storeDeposit({ deposit_id: taken, memos: [], status: 'CLAIMED' });
  await storeDeposit({ deposit_id: other, memos: ['lastro:cid2'] });
  await storeDeposit({ deposit_id: 'ethereum:0xd:0', memos: ['lastro:cid1'] });
  await pool.query(
    `INSERT INTO lastro.watch_cursors (network, block_number, block_hash, final_number, questions)
       VALUES ('ethereum', 9, '0xbb', 7, $1)`,
    [JSON.stringify({ givenUp: given })],
  );
  expect((await read()).givenUp).toEqual([{ depositId: named }]);
  expect((await read({ depositId: taken })).givenUp).toEqual([{ depositId: named }, { depositId: taken }]);
});
