import { CLAIMED_AHEAD, type ClaimRequest, claimDueAttempts } from '../../../../infra/webhooks/claims';
import { testPool } from '../../../stores/postgres';
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

const request: ClaimRequest = { nowMs: Date.now(), leaseMs: 30_000, owner: 'a', slowSlots: 25, room: 100 };

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

/** Records the known flow of a destination. */
const flows = async (
  owner: string,
  { allowed = 4, resumeAt, timedOut = false }: { allowed?: number; resumeAt?: Date; timedOut?: boolean },
) => {
  const [partnerId = '', mode = ''] = owner.split(':');
  await outbox.pool.query(
    `INSERT INTO lastro.webhook_destinations
       (owner, partner_id, mode, url, events, headers, header_names, created_at, updated_at)
     VALUES ($1, $2, $3, 'http://now', '[]', NULL, '[]', now(), now())`,
    [owner, partnerId, mode],
  );
  await outbox.pool.query(
    `INSERT INTO lastro.outbox_destinations (owner, url, events) VALUES ($1, 'http://now', '[]')`,
    [owner],
  );
  await outbox.pool.query(
    `INSERT INTO lastro.webhook_flow (owner, url, allowed, resume_at, timed_out)
     VALUES ($1, 'http://now', $2, coalesce($3, '-infinity'::timestamptz), $4)`,
    [owner, allowed, resumeAt ?? null, timedOut],
  );
};

const ROWS_READ = `SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS rows
  FROM pg_stat_user_tables WHERE schemaname = 'lastro' AND relname = 'webhook_outbox'`;

/** How many rows of the outbox one claim reads, and what it claims. */
const readsOfClaim = async () => {
  const pool = testPool({ ...outbox.pool.options, max: 1 });
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
  it('reads each waiting attempt once, even when many wait for the accounts', async () => {
    await lab.registerInOutbox('behind', 'http://next');
    await fill('behind', 'sandbox', 1, 3_000);
    // All older rows have to wait.
    await fill('behind', 'live', 3_001, 4_000);
    await lab.register('known', 'http://next');
    await fill('known', 'sandbox', 3_001, 4_000);
    await outbox.pool.query('VACUUM ANALYZE lastro.webhook_outbox');
    const { rows, claimed } = await readsOfClaim();
    const ids = ['behind_live', 'known_sandbox'].flatMap((owner) =>
      [3_001, 3_002, 3_003, 3_004].map((n) => `${owner}_${n}`),
    );
    expect(claimed.sort()).toEqual(ids);
    // 5,000 rows to find owners with waiting items, and a few for each that can be notified.
    expect(rows).toBeLessThan(5_500);
  });

  it('leaves out a partner with a parked stream, and no other partner', async () => {
    await fill('partner', 'live', 1, 2);
    await fill('partner2', 'live', 1, 1);
    await outbox.pool.query(
      `INSERT INTO lastro.parked_streams VALUES ('accounts', 'partner-partner', NULL, 0, 0, 'deleted')`,
    );
    try {
      const claimed = await claimDueAttempts(outbox.pool, request);
      expect(claimed.map(({ deliveryId }) => deliveryId)).toEqual(['partner2_live_1']);
    } finally {
      await outbox.pool.query('TRUNCATE lastro.parked_streams CASCADE');
    }
    expect(await claimDueAttempts(outbox.pool, request)).toHaveLength(2);
  });

  it('limits each destination, the oldest attempt first, separately for both modes', async () => {
    await fill('partner', 'sandbox', 1, 9);
    await fill('partner', 'live', 1, 9);
    await flows('partner:live', { allowed: 7 });
    const first = await claimDueAttempts(outbox.pool, request);
    const ids = [
      ...[1, 2, 3, 4].map((n) => `partner_sandbox_${n}`),
      ...[1, 2, 3, 4, 5, 6, 7].map((n) => `partner_live_${n}`),
    ];
    expect(first.map(({ deliveryId }) => deliveryId).sort()).toEqual(ids.sort());
    // The limit counts all processes.
    expect(await claimDueAttempts(outbox.pool, { ...request, owner: 'b' })).toEqual([]);
  });

  it('frees the place of an acknowledged attempt alone before its result is written', async () => {
    await fill('partner', 'sandbox', 1, 20);
    const first = await claimDueAttempts(outbox.pool, request);
    expect(await claimDueAttempts(outbox.pool, request)).toEqual([]);
    const [one, two, three, four] = first;
    if (one === undefined || two === undefined || three === undefined || four === undefined) throw new Error('no four');
    const earlier = { ...three, attempt: three.attempt - 1 };
    const another = { ...four, replays: four.replays + 1 };
    const further = await claimDueAttempts(outbox.pool, { ...request, acknowledged: [one, two, earlier, another] });
    expect(further.map(({ deliveryId }) => deliveryId)).toEqual(['partner_sandbox_5', 'partner_sandbox_6']);
    // The two are still leased: no dispatcher sends them again meanwhile.
    expect(await claimDueAttempts(outbox.pool, { ...request, owner: 'b' })).toEqual([]);
  });

  it('claims first attempts ahead for the largest limit, and reports how many may be sent', async () => {
    await fill('partner', 'sandbox', 1, 200);
    await flows('partner:sandbox', { allowed: 64 });
    const room = { ...request, room: 200 };
    const first = await claimDueAttempts(outbox.pool, room);
    expect(first).toHaveLength(64 + CLAIMED_AHEAD);
    expect(first.map(({ limitHere, isUnthrottled }) => [limitHere, isUnthrottled])).toEqual(
      first.map(() => [64, true]),
    );
    // Another process is left no place, nor this one before some have ended.
    expect(await claimDueAttempts(outbox.pool, { ...room, owner: 'b' })).toEqual([]);
    const further = await claimDueAttempts(outbox.pool, { ...room, acknowledged: first.slice(0, 10) });
    expect(further.map(({ limitHere }) => limitHere)).toEqual(Array.from({ length: 10 }, () => 64));
  });

  it('claims no retry ahead, since a crash would count an attempt that was never made', async () => {
    await fill('partner', 'sandbox', 1, 100);
    await flows('partner:sandbox', { allowed: 64 });
    const again = `SELECT delivery_id, partner_id, 1, '-infinity', '-infinity', 'a', 0 FROM lastro.webhook_outbox`;
    await outbox.pool.query(`INSERT INTO lastro.webhook_attempts
      (delivery_id, partner_id, attempts, next_at, lease_until, leased_by, replays) ${again}`);
    expect(await claimDueAttempts(outbox.pool, { ...request, room: 200 })).toHaveLength(64);
  });

  it('claims nothing for a paused destination until its pause is over', async () => {
    await fill('partner', 'sandbox', 1, 2);
    await flows('partner:sandbox', { resumeAt: new Date(request.nowMs + 1) });
    expect(await claimDueAttempts(outbox.pool, request)).toEqual([]);
    expect(await claimDueAttempts(outbox.pool, { ...request, nowMs: request.nowMs + 1 })).toHaveLength(2);
  });
});

describe('slow destinations share a quarter of the slots', () => {
  const slow = { ...request, room: 16, slowSlots: 4 };
  const namesOf = (claimed: readonly { readonly partnerId: string }[]) => claimed.map(({ partnerId }) => partnerId);

  it('when their last answer did not arrive in time', async () => {
    for (let number = 1; number <= 16; number += 1) {
      await fill(`slow-${number}`, 'sandbox', 1, 5);
      await flows(`slow-${number}:sandbox`, { timedOut: true });
    }
    await fill('zealous', 'sandbox', 100, 120);
    await flows('zealous:sandbox', { allowed: 64 });
    const claimed = namesOf(await claimDueAttempts(outbox.pool, slow));
    const zealous = claimed.filter((name) => name === 'zealous');
    expect([claimed.length - zealous.length, zealous.length]).toEqual([4, 12]);
    expect(namesOf(await claimDueAttempts(outbox.pool, slow))).toEqual(Array.from({ length: 9 }, () => 'zealous'));
  });

  it('when their running attempts already take long', async () => {
    await fill('slow', 'sandbox', 1, 9);
    await claimDueAttempts(outbox.pool, { ...slow, room: 3 });
    await outbox.pool.query(`UPDATE lastro.webhook_attempts SET lease_until = lease_until - interval '2.5 s'`);
    await flows('slow:sandbox', { allowed: 64 });
    expect(await claimDueAttempts(outbox.pool, slow)).toHaveLength(1);
  });

  it('counted for this process, without the attempts of another one', async () => {
    await fill('slow', 'sandbox', 1, 20);
    await flows('slow:sandbox', { allowed: 64, timedOut: true });
    expect(await claimDueAttempts(outbox.pool, slow)).toHaveLength(4);
    expect(await claimDueAttempts(outbox.pool, { ...slow, owner: 'b' })).toHaveLength(4);
    expect(await claimDueAttempts(outbox.pool, slow)).toHaveLength(0);
  });
});
