import { randomBytes } from 'node:crypto';
import type { Pool, QueryConfig } from 'pg';
import { pino } from 'pino';
import type { StoredCallback } from '../../../../commands/ports/callback-inbox';
import { createPostgresInbox, forgetOldCallbacks } from '../../../../infra/callbacks/postgres-inbox';
import { migrate, migrationFile } from '../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../infra/postgres/pool';
import { createQuery } from '../../../../infra/postgres/query';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { dueCallbacks } from '../../../../read-models/due/due-callbacks';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

let database: TestDatabase;
let pools: readonly [Pool, Pool];
beforeAll(async () => {
  database = await testDatabase();
  const open = () => createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
  pools = [open(), open()];
  await migrate(pools[0], [migrationFile('infra/callbacks/callbacks.sql', true)]);
});
afterEach(() => pools[0].query('TRUNCATE lastro.callbacks'));
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

const clock = manualClock();
const callback = (eventId: string, changes: Partial<StoredCallback> = {}): StoredCallback => ({
  source: 'bank/sandbox',
  eventId,
  hints: [{ kind: 'payout', key: `key of ${eventId}` }],
  receivedAtMs: clock.now(),
  ...changes,
});
const BODY = Buffer.from('{"name":"Fulano"}');
const inboxOf = (pool: Pick<Pool, 'query'>) =>
  createPostgresInbox({ pool, clock, seal: (body) => Buffer.from(body).toString('hex') });

interface Row {
  readonly event_id: string;
  readonly hints: StoredCallback['hints'] | null;
  readonly body: string | null;
  readonly finished_at: string | null;
}
const rows = () => createQuery(pools[0])<Row>('SELECT * FROM lastro.callbacks ORDER BY event_id', []);
const dueIds = async () => {
  const { text, values } = dueCallbacks();
  const due = await createQuery(pools[0])<{ payload: StoredCallback }>(text, values);
  return due.map(({ payload }) => payload.eventId);
};

test('is committed, sealed and due when it is reported as stored', async () => {
  await inboxOf(pools[0]).store(callback('e1'), BODY);
  expect(await rows()).toMatchObject([{ event_id: 'e1', body: BODY.toString('hex'), finished_at: null }]);
  expect(await dueIds()).toEqual(['e1']);
});

test('is stored once when many callers store the same id, and the first wins', async () => {
  const inboxes = pools.map(inboxOf);
  const ids = Array.from({ length: 40 }, (_value, index) => `e${index}`);
  const each = (order: readonly string[], key: string) => (store: (typeof inboxes)[number]) =>
    order.map((id) => store.store(callback(id, { hints: [{ kind: 'payout', key }] }), BODY));
  await Promise.all([
    ...each(ids, 'one')(inboxes[0]!),
    ...each([...ids].reverse(), 'two')(inboxes[1]!),
    ...each(ids, 'one')(inboxes[0]!),
  ]);
  expect((await rows()).length).toBe(40);
  const first = (await rows())[0]!.hints;
  await inboxes[0]!.store(callback('e0', { hints: [{ kind: 'payout', key: 'contradicts' }] }), BODY);
  expect((await rows())[0]!.hints).toEqual(first);
});

test('is stored for each provider, also under equal ids', async () => {
  const inbox = inboxOf(pools[0]);
  await inbox.store(callback('e1'), BODY);
  await inbox.store(callback('e1', { source: 'bank/other' }), BODY);
  expect((await rows()).length).toBe(2);
});

test('is no longer due once finished, even when the same hint arrives again', async () => {
  const inbox = inboxOf(pools[0]);
  await inbox.store(callback('e1'), BODY);
  await inbox.finish(callback('e1'));
  await inbox.store(callback('e1'), BODY);
  await inbox.finish(callback('e1'));
  expect(await dueIds()).toEqual([]);
});

test('is never due without a subject', async () => {
  await inboxOf(pools[0]).store(callback('e1', { hints: [] }), BODY);
  expect([await dueIds(), (await rows())[0]!.finished_at]).toEqual([[], clock.iso()]);
});

test('fails each caller when it cannot be stored, and stores later ones', async () => {
  let away = true;
  const pool = {
    query: async (statement: QueryConfig) => {
      if (away) throw new Error('no database');
      return pools[0].query(statement);
    },
  } as unknown as Pick<Pool, 'query'>;
  const inbox = inboxOf(pool);
  const told = await Promise.allSettled([inbox.store(callback('e1'), BODY), inbox.store(callback('e2'), BODY)]);
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  away = false;
  await inbox.store(callback('e1'), BODY);
  expect(await dueIds()).toEqual(['e1']);
});

test('keeps only its id after 90 days, which is still known', async () => {
  const inbox = inboxOf(pools[0]);
  await inbox.store(callback('old', { receivedAtMs: clock.now() - 90 * 86_400_000 - 1 }), randomBytes(20));
  await inbox.store(callback('young', { receivedAtMs: clock.now() - 90 * 86_400_000 + 1 }), BODY);
  expect([await forgetOldCallbacks(pools[0], clock), await forgetOldCallbacks(pools[0], clock)]).toEqual([1, 0]);
  expect(await rows()).toMatchObject([
    { event_id: 'old', hints: null, body: null, finished_at: clock.iso() },
    { event_id: 'young', body: BODY.toString('hex'), finished_at: null },
  ]);
  await inbox.store(callback('old'), BODY);
  expect([await dueIds(), (await rows())[0]!.body]).toEqual([['young'], null]);
});
