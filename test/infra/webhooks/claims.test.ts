import { Pool } from 'pg';
import { type ClaimRequest, claimDueAttempts } from '../../../infra/webhooks/claims';
import { type Dispatching, dispatchingOver, type Outbox, startOutbox } from './dispatching';

let outbox: Outbox;
let lab: Dispatching;

beforeAll(async () => {
  outbox = await startOutbox();
});
afterAll(() => outbox.end());
beforeEach(async () => {
  lab = await dispatchingOver(outbox);
});

const request: ClaimRequest = { nowMs: Date.now(), leaseMs: 30_000, owner: 'a', maximumPerPartner: 4, room: 100 };

/** Pending notifications with these numbers, a second apart. */
const fill = async (partnerId: string, mode: string, first: number, last: number) => {
  await outbox.pool.query(
    `INSERT INTO lastro.webhook_outbox (delivery_id, event_id, partner_id, mode, event, correlation_key, body,
       destination_url, status, position_commit, position_prepare, created_at)
     SELECT concat_ws('_', $1::text, $2::text, n), 'event', $1, $2, 'INTENT_CONFIRMED', 'bafyIntent', '{}',
       'http://then', 'PENDING', n, n, '2030-01-01'::timestamptz + make_interval(secs => n)
     FROM generate_series($3::int, $4::int) AS n`,
    [partnerId, mode, first, last],
  );
};

const ROWS_READ = `SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS rows
  FROM pg_stat_user_tables WHERE schemaname = 'lastro' AND relname = 'webhook_outbox'`;

/** How many rows of the outbox one claim reads, and what it claims. */
const readsOfClaim = async () => {
  const pool = new Pool({ ...outbox.pool.options, max: 1 });
  const read = async (): Promise<number> => {
    await pool.query('SELECT pg_stat_force_next_flush()');
    return (await pool.query<{ rows: number }>(ROWS_READ)).rows[0]!.rows;
  };
  const before = await read();
  const claimed = await claimDueAttempts(pool, request);
  const rows = (await read()) - before;
  await pool.end();
  return { rows, claimed: claimed.map(({ deliveryId }) => deliveryId) };
};

describe('Claiming attempts', () => {
  it('reads what waits once and no more, although much of it waits for the accounts', async () => {
    await lab.registerInOutbox('behind', 'http://next');
    await fill('behind', 'sandbox', 1, 3_000);
    // Older than these is nothing but what has to wait.
    await fill('behind', 'live', 3_001, 4_000);
    await lab.register('known', 'http://next');
    await fill('known', 'sandbox', 3_001, 4_000);
    await outbox.pool.query('VACUUM ANALYZE lastro.webhook_outbox');
    const { rows, claimed } = await readsOfClaim();
    const ids = ['behind_live', 'known_sandbox'].flatMap((owner) =>
      [3_001, 3_002, 3_003, 3_004].map((n) => `${owner}_${n}`),
    );
    expect(claimed.sort()).toEqual(ids);
    // 5,000 to see who has something waiting, and a few for each who can be told.
    expect(rows).toBeLessThan(5_500);
  });

  it('holds a partner to its limit over both modes together, the oldest first', async () => {
    await fill('partner', 'sandbox', 1, 3);
    await fill('partner', 'live', 1, 3);
    const first = await claimDueAttempts(outbox.pool, request);
    const ids = first.map(({ deliveryId }) => deliveryId).sort();
    expect(ids).toEqual(['partner_live_1', 'partner_live_2', 'partner_sandbox_1', 'partner_sandbox_2']);
    expect(await claimDueAttempts(outbox.pool, request)).toEqual([]);
  });
});
