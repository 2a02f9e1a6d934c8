import type { EventStore } from '../../../../../commands/ports/event-store';
import { claimDueAttempts } from '../../../../../infra/webhooks/claims';
import { event } from '../../../../../packages/testing/src/samples/sample-events';
import { happened, typesOf } from '../../../../core';
import { identityOf } from '../pair-world';
import { commandOn, considers, lostLog, rebuildAll, rowOf, startsOn, useDatabase } from './scene';

const QUIET_MS = 75_000;
const SECOND_LOOK_MS = 30_000;
const pool = useDatabase();

test('holds the open payments of the copy before the pair is written, and binds it after the wait', async () => {
  const { copy } = await lostLog();
  const { accept, rests } = commandOn(copy);
  const ended = await accept();
  const last = (await copy.readStream('cashout-cid2')).at(-1)!;
  expect(ended).toMatchObject({ lostSince: last.metadata.at, held: [{ id: 'cid1', forOperator: null }] });
  expect(rests).toEqual([SECOND_LOOK_MS, QUIET_MS]);
  expect(await typesOf(copy, 'cashout-cid1')).toEqual(['CashoutIntentCreated', 'DepositAccepted', 'PayoutHeld']);
  const held = (await copy.readStream('cashout-cid1')).at(-1)!;
  const { ledgerId } = ended;
  expect(held.metadata).toMatchObject({ ledgerId, reason: 'the disk is gone', actor: { kind: 'operator', id: 'ana' } });
  expect(await identityOf(copy)).toEqual(['LedgerOpened', 'LedgerAttached']);
  expect(await rowOf('pair')).toMatchObject([{ state: 'BOUND', coming: null, last_revision: '1' }]);
});

test.each([
  ['while it holds', 'PayoutHeld'],
  ['before its rows match the log', 'none'],
])('continues with the same loss after an interruption %s, and holds nothing twice', async (_when, type) => {
  const { copy } = await lostLog({ isLed: false });
  const dies: EventStore = {
    ...copy,
    append: async (stream, expected, events) => {
      if (events.some((each) => each.type === type)) throw new Error('killed');
      return copy.append(stream, expected, events);
    },
  };
  const broken = { rebuildAll: () => Promise.reject(new Error('killed')) };
  await expect(commandOn(dies, broken).accept()).rejects.toThrow('killed');
  const ended = await commandOn(copy).accept();
  const again = await commandOn(copy).accept();
  expect(ended.held).toHaveLength(1);
  expect(again).toMatchObject({ lostSince: ended.lostSince, held: [{ id: 'cid1' }], forgotten: null });
  expect(await typesOf(copy, 'cashout-cid1')).toEqual(['CashoutIntentCreated', 'DepositAccepted', 'PayoutHeld']);
  expect(await identityOf(copy)).toEqual(['LedgerOpened', 'LedgerAttached']);
});

test('refuses a start after a kill until its rows match the log', async () => {
  const { log, copy } = await lostLog({ isLed: false });
  await considers(log, 'cashout-cid1');
  const broken = { rebuildAll: () => Promise.reject(new Error('killed')) };
  await expect(commandOn(copy, broken).accept()).rejects.toThrow('killed');
  expect(await rowOf('pair')).toMatchObject([{ state: 'ATTACHING' }]);
  expect(await typesOf(copy, 'cashout-cid1')).toEqual(['CashoutIntentCreated', 'DepositAccepted', 'PayoutHeld']);
  expect(await startsOn(copy)).not.toBe('RIGHT');
  expect(await identityOf(copy)).toEqual(['LedgerOpened']);
  await commandOn(copy).accept();
  expect(await startsOn(copy)).toBe('RIGHT');
});

const WATCHED = `INSERT INTO lastro.watch_cursors (network, block_number, block_hash, final_number, looked_at)
  VALUES ('ethereum', 9900, '0xaa', 9890, now()), ('tron', 70, '0xbb', 60, now()), ('base', 10, '0xcc', 5, now())`;
const CURSORS = 'SELECT network, block_number, final_number, looked_at FROM lastro.watch_cursors ORDER BY network';

test('refuses a network without a known height, and names it before any write', async () => {
  const { copy } = await lostLog();
  await pool().query(WATCHED);
  await expect(commandOn(copy, {}, { from: new Map([['base', 1n]]) }).accept()).rejects.toMatchObject({
    refusal: { because: 'CURSORS_UNKNOWN', words: expect.stringContaining('no last height of tron: give a height') },
  });
  expect(await typesOf(copy, 'cashout-cid1')).toEqual(['CashoutIntentCreated', 'DepositAccepted']);
  expect(await rowOf('pair')).toMatchObject([{ state: 'BOUND' }]);
});

test('reads each network again from before the loss, and never from a later height', async () => {
  const { copy } = await lostLog();
  await pool().query(WATCHED);
  const from = new Map([
    ['tron', 50n],
    ['base', 90n],
  ]);
  const { forgotten } = await commandOn(copy, {}, { from }).accept();
  expect([...(forgotten?.cursors ?? [])]).toEqual([
    ['base', 90n],
    ['ethereum', 8_501n],
    ['tron', 50n],
  ]);
  expect((await pool().query(CURSORS)).rows).toEqual([
    { network: 'base', block_number: '10', final_number: '5', looked_at: null },
    { network: 'ethereum', block_number: '8500', final_number: '8500', looked_at: null },
    { network: 'tron', block_number: '49', final_number: '49', looked_at: null },
  ]);
});

test('deletes rows newer than the copy, and keeps older ones', async () => {
  const { copy } = await lostLog();
  await pool().query(`INSERT INTO lastro.work_leases (queue, key, leased_by) VALUES ('payouts', 'k', 'w1')`);
  await pool().query(`INSERT INTO lastro.credit_sweeps VALUES ('p1', 'live', 'x', NULL, '{}', NULL)`);
  await pool().query(`INSERT INTO lastro.idempotency_keys (scope, fingerprint, lease, leased_until, created_at)
    VALUES ('new', 'f', gen_random_uuid(), now(), now() + interval '1 hour'),
           ('old', 'f', gen_random_uuid(), now(), '2020-01-01')`);
  expect((await commandOn(copy).accept()).forgotten).toMatchObject({ idempotencyKeys: ['new'], leases: 1 });
  expect(await rowOf('idempotency_keys')).toMatchObject([{ scope: 'old' }]);
  expect([await rowOf('work_leases'), await rowOf('credit_sweeps')]).toEqual([[], []]);
});

const SUBJECT = `INSERT INTO vault.subject_keys (subject_id, wrapped_key, created_at) VALUES ($1, 'k', $2)`;
const LOOK_UP = `INSERT INTO vault.lookups (lookup_hmac, subject_id) VALUES (sha256(convert_to($1, 'UTF8')), $1)`;

const PARKED = `INSERT INTO lastro.parked_streams VALUES ('links', 'user-parked', 0, 1, 1, 'odd')`;

test('frees the look-ups of users registered in the lost time, and keeps older ones', async () => {
  const { copy } = await lostLog();
  await happened(copy, event('UserRegistered', { userId: 'known' }));
  const later = new Date(Date.now() + 3_600_000);
  for (const id of ['known', 'lost', 'parked']) await pool().query(SUBJECT, [id, later]);
  await pool().query(SUBJECT, ['older', '2020-01-01']);
  for (const id of ['known', 'lost', 'parked', 'older']) await pool().query(LOOK_UP, [id]);
  await pool().query(PARKED);
  const { unlogged } = await commandOn(copy).accept();
  expect(unlogged).toEqual({ lookUps: 1, rights: [] });
  const text = 'SELECT subject_id FROM vault.lookups ORDER BY subject_id';
  const { rows } = await pool().query<{ subject_id: string }>(text);
  expect(rows.map((row) => row.subject_id)).toEqual(['known', 'older', 'parked']);
});

const DENIED = `INSERT INTO lastro.denials (kind, subject, stream, revision, value)
  VALUES ('USER_BLOCK', 'u1', 'user-u1', $1, 'true')`;

test.each([
  ['is reported and stays when the log lacks it', 1, [{ kind: 'USER_BLOCK', subject: 'u1', value: true }]],
  ['is not reported when the log has it', 0, []],
])('a changed right %s', async (_where, revision, rights) => {
  const { copy } = await lostLog();
  await happened(copy, event('UserRegistered'));
  await pool().query(DENIED, [revision]);
  expect((await commandOn(copy).accept()).unlogged).toEqual({ lookUps: 0, rights });
  expect(await rowOf('denials')).toHaveLength(1);
});

test('reports payments that may have been settled outside in the lost time', async () => {
  const { copy } = await lostLog();
  await happened(
    copy,
    ...[event('PayoutRequested'), event('PayoutDispatched'), event('PayoutRejected')],
    ...[event('CashoutFailed'), event('RefundDue')],
  );
  const { held } = await commandOn(copy).accept();
  const due = { number: 1, network: 'ethereum', assetId: 201, amountBaseUnits: '25000000' };
  expect(held).toMatchObject([{ id: 'cid1', forOperator: { returnedCents: null, dues: [due] } }]);
});

const DELIVERED = `INSERT INTO lastro.webhook_attempts
    (delivery_id, partner_id, attempts, next_at, lease_until, leased_by, outcome, finished_at, recorded)
  SELECT delivery_id, partner_id, 1, now(), '-infinity', 'w1', '{}', now() + interval '1 hour', true
    FROM lastro.webhook_outbox WHERE delivery_id = $1`;

test('repeats no webhook delivered in the lost time, and records its end again', async () => {
  const { copy } = await lostLog();
  await rebuildAll(copy);
  const [delivered, waiting] = (await rowOf('webhook_outbox')).map((row) => row['delivery_id']);
  await pool().query(DELIVERED, [delivered]);
  await commandOn(copy).accept();
  const claim = { nowMs: Date.now(), leaseMs: 1_000, owner: 'w2', slowSlots: 5, room: 100 };
  const claimed = (await claimDueAttempts(pool(), claim)).map(({ deliveryId }) => deliveryId);
  expect([claimed.includes(String(waiting)), claimed.includes(String(delivered))]).toEqual([true, false]);
  const [attempt] = (await rowOf('webhook_attempts')).filter((row) => row['delivery_id'] === delivered);
  expect(attempt).toMatchObject({ recorded: false, replays: 0 });
});

test('holds open payments in a pair that seems right because both were restored', async () => {
  const { log } = await lostLog();
  expect(await commandOn(log).accept()).toMatchObject({ held: [{ id: 'cid1' }] });
  expect(await identityOf(log)).toEqual(['LedgerOpened', 'LedgerLed', 'LedgerAttached']);
});

test('holds open payments in a restored database that includes its log', async () => {
  const { copy } = await lostLog();
  await pool().query('TRUNCATE lastro.pair');
  const embedded = { isEmbedded: true };
  const { accept, rests } = commandOn(copy, embedded);
  const first = await accept();
  expect(first).toMatchObject({ held: [{ id: 'cid1' }], forgotten: { leases: 0 } });
  const again = await commandOn(copy, embedded).accept();
  expect(again).toMatchObject({ lostSince: first.lostSince, forgotten: null });
  expect(rests).toEqual([]);
  expect(await identityOf(copy)).toEqual(['LedgerOpened', 'LedgerAttached']);
  expect(await rowOf('pair')).toEqual([]);
});

test('changes nothing after the lock was lost or another PostgreSQL continued', async () => {
  const { log, copy } = await lostLog();
  await expect(commandOn(copy, { hold: { isHeld: () => false, unheld: () => null } }).accept()).rejects.toThrow(
    'the lock of the ledger was lost',
  );
  await happened(log, event('LedgerLed', { term: 2 }));
  await expect(commandOn(log).accept()).rejects.toMatchObject({ refusal: { because: 'LED_ELSEWHERE' } });
});
