import type { Pool } from 'pg';
import { START } from '../../../../aggregates/events';
import type { Clock } from '../../../../commands/ports/clock';
import type { EventStore } from '../../../../commands/ports/event-store';
import type { GaugeSource } from '../../../../infra/metrics/gauge-source';
import { alertGauges } from '../../../../infra/metrics/sources/alerts';
import { depositGauges } from '../../../../infra/metrics/sources/deposits';
import { leaseGauges } from '../../../../infra/metrics/sources/leases';
import { createNewestHeights, networkGauges } from '../../../../infra/metrics/sources/networks';
import { payoutGauges } from '../../../../infra/metrics/sources/payouts';
import { projectionGauges } from '../../../../infra/metrics/sources/projections';
import { webhookGauges } from '../../../../infra/metrics/sources/webhooks';
import { migrate } from '../../../../infra/postgres/migrate';
import { createPool } from '../../../../infra/postgres/pool';
import { createQuery } from '../../../../infra/postgres/query';
import type { Query } from '../../../../read-models/table';
import { serviceMigrations } from '../../../../src/bin/stores/prepared-database';
import { silent } from '../../../http/world';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

const NOW = '2026-11-20T12:00:00.000Z';
const clock = { now: () => Date.parse(NOW) } as Clock;

let database: TestDatabase;
let pool: Pool;
let query: Query;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, silent);
  query = createQuery(pool);
  await migrate(pool, serviceMigrations());
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Each sample as `name{value of label,..}` and its value. */
const told = async (source: GaugeSource): Promise<ReadonlyMap<string, number>> => {
  const samples = await source.read();
  for (const { name, labels = {} } of samples) expect(source.families[name]?.labels).toEqual(Object.keys(labels));
  return new Map(samples.map(({ name, labels = {}, value }) => [`${name}{${Object.values(labels).join()}}`, value]));
};

test('payouts that have not ended are counted by state, with the age of the oldest', async () => {
  const source = payoutGauges(query);
  expect([...(await told(source))]).toEqual(
    ['WAITING', 'REQUESTED', 'DISPATCHED', 'UNKNOWN'].map((state) => [`lastro_payouts{${state}}`, 0]),
  );
  await pool.query(`
    INSERT INTO lastro.payouts (provider_key, stream, partner_id, mode, attempt, amount_cents, status, requested_at, updated_at)
      SELECT key, 'cashout-' || key, 'p', 'sandbox', 1, 100, status, now(), now() FROM (VALUES
        ('r', 'REJECTED'), ('q', 'REQUESTED'), ('d', 'DISPATCHED'), ('u', 'UNKNOWN'), ('v', 'UNKNOWN'), ('s', 'SETTLED'))
        AS paid (key, status);
    INSERT INTO lastro.payout_steps (stream, step, due_at, since_at, provider_key, cause_event_id)
      SELECT 'cashout-' || id, step, now(), now() - age, key, 'e' FROM (VALUES
        ('w', 'REQUEST', NULL, interval '1 s'), ('r', 'REQUEST', 'r', interval '1 s'), ('q', 'DISPATCH', 'q', interval '1 s'),
        ('d', 'RESOLVE', 'd', interval '1 s'), ('u', 'RESOLVE', 'u', interval '1 h'), ('v', 'RESOLVE', 'v', interval '1 s'))
        AS open (id, step, key, age);
    INSERT INTO lastro.payout_steps (stream, step, due_at, since_at, provider_key, cause_event_id, until_at)
      VALUES ('cashout-decided', 'RESOLVE', now(), now() - interval '2 h', NULL, 'e', now() + interval '1 day')`);
  const found = await told(source);
  expect(
    ['WAITING', 'REQUESTED', 'DISPATCHED', 'UNKNOWN'].map((state) => found.get(`lastro_payouts{${state}}`)),
  ).toEqual([2, 1, 1, 2]);
  const ages = ['REQUESTED', 'UNKNOWN'].map((state) => found.get(`lastro_payouts_oldest_age_seconds{${state}}`) ?? -1);
  expect(ages[0]).toBeLessThan(1_800);
  expect(ages[1]).toBeGreaterThanOrEqual(3_600);
});

test('deposits that pay nothing are counted by every reason', async () => {
  const source = depositGauges(query);
  await pool.query(`
    INSERT INTO lastro.deposits (deposit_id, network, txid, position, amount_base_units, sender, receiver, memos, movements,
        block_number, block_hash, status, reason, candidates, updated_at)
      SELECT 'ethereum:' || n, 'ethereum', n::text, '0', 1, 's', 'r', '[]', 1, 1, 'h', status, reason, '[]', now()
      FROM (VALUES (1, 'UNMATCHED', 'NO_MEMO'), (2, 'UNMATCHED', 'LATE'), (3, 'UNMATCHED', 'LATE'), (4, 'MATCHED', NULL),
        (5, 'OBSERVED', NULL), (6, 'UNMATCHED', 'A_REASON_OF_A_LATER_VERSION')) AS seen (n, status, reason)`);
  const found = await told(source);
  expect(found.size).toBe(11);
  expect([...found].filter(([, deposits]) => deposits > 0)).toEqual([
    ['lastro_unmatched_deposits{NO_MEMO}', 1],
    ['lastro_unmatched_deposits{LATE}', 2],
  ]);
});

test('due webhooks are counted, with the age of the oldest', async () => {
  const source = webhookGauges(query);
  const empty = await told(source);
  expect([...empty.values()]).toEqual([0, 0]);
  await pool.query(`
    INSERT INTO lastro.webhook_outbox (delivery_id, event_id, partner_id, mode, event, correlation_key, body,
        destination_url, status, position_commit, position_prepare, created_at, replays)
      SELECT id, id, 'p', 'sandbox', 'INTENT_COMPLETED', 'c', '{}', url, status, 1, 1, now() - age, replays FROM (VALUES
        ('new', 'https://a', 'PENDING', interval '10 min', 0), ('retry', 'https://a', 'PENDING', interval '1 min', 0),
        ('sending', 'https://a', 'PENDING', interval '2 h', 0), ('resting', 'https://a', 'PENDING', interval '2 h', 0),
        ('again', 'https://a', 'PENDING', interval '1 min', 1), ('nowhere', NULL, 'PENDING', interval '2 h', 0),
        ('over', 'https://a', 'DELIVERED', interval '2 h', 0), ('recording', 'https://a', 'PENDING', interval '2 h', 0))
        AS told (id, url, status, age, replays);
    INSERT INTO lastro.webhook_attempts (delivery_id, partner_id, attempts, next_at, lease_until, leased_by, outcome, replays)
      SELECT id, 'p', 1, now() + rest, now() + lease, 'w', outcome::jsonb, 0 FROM (VALUES
        ('retry', interval '-1 s', interval '-1 s', NULL), ('sending', interval '-1 s', interval '1 h', NULL),
        ('resting', interval '1 h', interval '-1 s', NULL), ('again', interval '1 h', interval '1 h', '{}'),
        ('recording', interval '-1 s', interval '-1 s', '{}')) AS tried (id, rest, lease, outcome)`);
  const found = await told(source);
  expect(found.get('lastro_webhook_outbox_due{}')).toBe(3);
  const oldest = found.get('lastro_webhook_outbox_oldest_age_seconds{}') ?? 0;
  expect(Math.floor(oldest / 600)).toBe(1);
  const leases = await told(leaseGauges(query, []));
  expect([...leases]).toEqual([
    ['lastro_leases{webhook,live}', 1],
    ['lastro_leases{webhook,expired}', 2],
  ]);
});

test('leases are counted by known queue, as live or expired', async () => {
  await pool.query(`
    INSERT INTO lastro.work_leases (queue, key, leased_by, lease_until)
      SELECT queue, n::text, 'w', now() + lease FROM (VALUES
        (1, 'match-deposit', interval '1 h'), (2, 'match-deposit', interval '1 h'), (3, 'match-deposit', interval '-1 h'),
        (4, 'resolve-payout', NULL), (5, 'of-another-version', interval '1 h')) AS held (n, queue, lease)`);
  const found = await told(leaseGauges(query, ['match-deposit', 'resolve-payout']));
  expect([...found].filter(([series]) => !series.includes('webhook'))).toEqual([
    ['lastro_leases{match-deposit,live}', 2],
    ['lastro_leases{match-deposit,expired}', 1],
    ['lastro_leases{resolve-payout,live}', 0],
    ['lastro_leases{resolve-payout,expired}', 0],
  ]);
});

test('each watched network reports its heights, and a silent node has no newest block', async () => {
  const time = { nowMs: Date.parse(NOW) };
  const passing = { now: () => time.nowMs } as Clock;
  const newest = createNewestHeights(passing);
  newest.tell('polygon', 120n);
  await pool.query(`
    INSERT INTO lastro.watch_cursors (network, mode, block_number, block_hash, final_number, looked_at) VALUES
      ('polygon', 'live', 110, 'h', 100, '2026-11-20T11:59:30Z'), ('base', 'live', 7, 'h', 5, NULL),
      ('watched-once', 'live', 1, 'h', 1, '2026-01-01T00:00:00Z')`);
  const networks = ['polygon', 'base', 'never-looked-at'];
  const source = networkGauges({ query, clock: passing, networks, newest });
  const known: [string, number][] = [
    ['lastro_network_cursor_height{base}', 7],
    ['lastro_network_cursor_height{polygon}', 110],
    ['lastro_network_final_height{base}', 5],
    ['lastro_network_final_height{polygon}', 100],
  ];
  expect([...(await told(source))].sort()).toEqual([
    ...known,
    ['lastro_network_head_height{polygon}', 120],
    ['lastro_network_last_look_age_seconds{polygon}', 30],
  ]);
  time.nowMs += 90_000;
  expect([...(await told(source))].sort()).toEqual([...known, ['lastro_network_last_look_age_seconds{polygon}', 120]]);
});

test('open alerts are counted by kind', async () => {
  const found = await told(
    alertGauges(
      async () =>
        new Map([
          ['payout-unknown', 2],
          ['stream-parked', 0],
        ]),
    ),
  );
  expect([...found]).toEqual([
    ['lastro_alerts_open{payout-unknown}', 2],
    ['lastro_alerts_open{stream-parked}', 0],
  ]);
});

describe('projections', () => {
  const head = { commit: 9n, prepare: 9n };
  const waiting = { metadata: { at: '2026-11-20T11:59:00.000Z' } };
  const eventStore = {
    head: async () => head,
    readAll: async function* (_after: unknown, filter: { readonly streamPrefixes: readonly string[] }) {
      if (filter.streamPrefixes.includes('deposit-')) yield waiting;
    },
  } as unknown as EventStore;
  const projections = [
    { name: 'deposits', streamPrefixes: ['deposit-'] as const },
    { name: 'payouts', streamPrefixes: ['cashout-'] as const },
  ];

  test('report how long the log waits for each of them, and their parked streams', async () => {
    await pool.query(`
      INSERT INTO lastro.named_checkpoints (projection, position_commit, position_prepare) VALUES
        ('deposits', 9, 9), ('payouts', ${START.commit}, ${START.prepare});
      INSERT INTO lastro.parked_streams (projection, stream, from_revision, from_commit, from_prepare, error) VALUES
        ('payouts', 'cashout-1', 0, 1, 1, 'e'), ('payouts', 'cashout-2', 0, 1, 1, 'e')`);
    expect([...(await told(projectionGauges({ pool, eventStore, projections, clock })))]).toEqual([
      ['lastro_projection_lag_seconds{deposits}', 0],
      ['lastro_parked_streams{deposits}', 0],
      ['lastro_projection_lag_seconds{payouts}', 60],
      ['lastro_parked_streams{payouts}', 2],
    ]);
  });

  test('have no lag behind foreign events at the end of the log', async () => {
    const others = [{ name: 'payouts', streamPrefixes: ['link-'] }];
    const found = await told(projectionGauges({ pool, eventStore, projections: others, clock }));
    expect(found.get('lastro_projection_lag_seconds{payouts}')).toBe(0);
  });

  test('are not measured while the log does not answer', async () => {
    const away = { ...eventStore, head: () => Promise.reject(new Error('away')) };
    await expect(projectionGauges({ pool, eventStore: away, projections, clock }).read()).rejects.toThrow('away');
  });
});
