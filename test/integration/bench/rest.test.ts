import { Pool } from 'pg';
import { appendAll } from '../../../bench/seeds/ledger';
import { partnerStream } from '../../../bench/seeds/users';
import { createRest, type Rest } from '../../../bench/support/rest';
import { createMemoryEventStore, type MemoryEventStore } from '../../../infra/event-store/memory';
import { prepareKycStore } from '../../../infra/providers/sandbox/kyc/kyc-store-postgres';
import { preparePayoutStore } from '../../../infra/providers/sandbox/payouts/payout-store-postgres';
import { projections } from '../../../projections/all';
import { serviceDatabase, type TestDatabase } from '../../stores/postgres';

let database: TestDatabase;
let pool: Pool;
let eventStore: MemoryEventStore;
let rest: Rest;

beforeAll(async () => {
  database = await serviceDatabase();
  pool = new Pool({ connectionString: database.url });
  await preparePayoutStore(pool);
  await prepareKycStore(pool);
});
beforeEach(async () => {
  eventStore = createMemoryEventStore();
  rest = createRest({ pool, eventStore, expiryCeilingSeconds: 60 });
  await pool.query(`TRUNCATE lastro.named_checkpoints, lastro.callbacks, lastro.work_leases, lastro.webhook_outbox,
    lastro.webhook_attempts, sandbox_bank.callbacks`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** As the projector does once the projections have applied what is there. */
const project = async (names: readonly string[]): Promise<void> => {
  const { commit, prepare } = await eventStore.head();
  await pool.query(
    `INSERT INTO lastro.named_checkpoints (projection, position_commit, position_prepare)
     SELECT name, $2, $3 FROM unnest($1::text[]) AS name`,
    [names, commit.toString(), prepare.toString()],
  );
};

const storeCallback = () =>
  pool.query(`INSERT INTO lastro.callbacks (source, event_id, received_at, hints) VALUES ('bank/b', 'e', now(), '[]')`);
const lease = (columns: string, values: string) =>
  pool.query(`INSERT INTO lastro.work_leases (queue, key, leased_by, ${columns})
    VALUES ('take-callback', 'bank/b e', 'w', ${values})`);

test('is at rest when nothing was written and nothing is due', async () => {
  expect(await rest.left()).toEqual([]);
});

test('is not at rest until the projections that follow a stream have applied its event', async () => {
  await appendAll(eventStore, [partnerStream()]);
  const following = projections.filter(({ streamPrefixes }) => streamPrefixes.includes('partner-'));
  const [first = '', ...others] = following.map(({ name }) => name);
  await project(others);
  expect(await rest.left()).toEqual([`projection ${first}`]);
  await project([first]);
  expect(await rest.left()).toEqual([]);
});

test('is not at rest when events were written during the look', async () => {
  const before = await eventStore.head();
  await appendAll(eventStore, [partnerStream()]);
  await project(projections.map(({ name }) => name));
  const heads = [before, await eventStore.head()];
  const written = { ...eventStore, head: async () => heads.shift() ?? before };
  const left = await createRest({ pool, eventStore: written, expiryCeilingSeconds: 60 }).left();
  expect(left).toEqual(['events written meanwhile']);
});

describe('work that is due', () => {
  beforeEach(storeCallback);

  test('counts until somebody has taken it', async () => {
    expect(await rest.left()).toEqual(['take-callback']);
  });

  test('counts while its first run goes on', async () => {
    await lease('lease_until', `now() + interval '1 h'`);
    expect(await rest.left()).toEqual(['take-callback']);
  });

  test('counts between the tries of a run that failed', async () => {
    await lease('attempts, next_at', `1, now() + interval '1 h'`);
    expect(await rest.left()).toEqual(['take-callback']);
  });

  test('does not count once it was done and only asks again', async () => {
    await lease('claims, next_at', `1, now() - interval '1 s'`);
    expect(await rest.left()).toEqual([]);
  });
});

describe('a notification', () => {
  const attempt = (columns: string, values: string) =>
    pool.query(`INSERT INTO lastro.webhook_attempts (delivery_id, partner_id, attempts, lease_until, leased_by, ${columns})
      VALUES ('d', 'p', 1, now() + interval '1 h', 'w', ${values})`);
  beforeEach(async () => {
    await pool.query(`INSERT INTO lastro.webhook_outbox (delivery_id, event_id, partner_id, mode, event, correlation_key,
        body, destination_url, status, position_commit, position_prepare, created_at)
      VALUES ('d', 'e', 'p', 'sandbox', 'CASHOUT_COMPLETED', 'k', '{}', 'https://p', 'PENDING', 1, 1, now())`);
  });

  test('counts until it is tried', async () => {
    expect(await rest.left()).toEqual(['webhooks']);
  });

  test('counts while it is sent, and until its outcome is an event', async () => {
    await attempt('next_at', 'now()');
    expect(await rest.left()).toEqual(['webhooks']);
    await pool.query(`UPDATE lastro.webhook_attempts SET outcome = '{}', next_at = now() + interval '1 h'`);
    expect(await rest.left()).toEqual(['webhooks']);
  });

  test('does not count while it waits for its next attempt', async () => {
    await attempt('next_at', `now() + interval '1 h'`);
    expect(await rest.left()).toEqual([]);
  });
});

test('counts callbacks that the sandbox makes soon, and none that it makes in an hour', async () => {
  const plan = (id: string, inSeconds: number) =>
    pool.query(
      `INSERT INTO sandbox_bank.callbacks (provider_event_id, idempotency_key, due_at_ms, forged)
       VALUES ($1, 'k', (extract(epoch FROM now()) + $2::int) * 1000, false)`,
      [id, inSeconds],
    );
  await plan('late', 3_600);
  expect(await rest.left()).toEqual([]);
  await plan('soon', 0);
  expect(await rest.left()).toEqual(['bank']);
});
