import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Pool } from 'pg';
import { START } from '../../../../../aggregates/events';
import type { EventStore } from '../../../../../commands/ports/event-store';
import { createMemoryEventStore } from '../../../../../infra/event-store/memory';
import { migrate } from '../../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../../infra/postgres/pool';
import { startProjector } from '../../../../../infra/projections/live/projector';
import { type RebuildChoices, rebuildProjection } from '../../../../../infra/projections/rebuild/rebuild';
import { replayParked } from '../../../../../infra/projections/rebuild/replay';
import { createPositionBoard } from '../../../../../infra/projections/waiting/wait';
import { event, metadata } from '../../../../../packages/testing/src/samples/sample-events';
import { webhookOutboxProjection } from '../../../../../projections/webhook-outbox';
import { doOldCursorsHold, listNotifications } from '../../../../../read-models/webhooks/partner-feed';
import { serviceMigrations } from '../../../../../src/bin/stores/prepared-database';
import { ALWAYS_BOUND } from '../../../../doubles/bound';
import { silent } from '../../../../infra/projections/fixture';
import { type TestDatabase, testDatabase } from '../../../../stores/postgres';

const READ_MODELS = path.join(__dirname, '../../../../../read-models');
const APPLIED_WITHIN_MS = 60_000;

let database: TestDatabase;
let pool: Pool;
const eventStore = createMemoryEventStore();
const projections = [webhookOutboxProjection];

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, silent, BATCH_LIMITS);
  await migrate(pool, serviceMigrations());
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

let told = 0;
const tell = async (deliveryId: string): Promise<void> => {
  told += 1;
  const asked = event('WebhookTestRequested', { deliveryId, partnerId: 'p', mode: 'live' });
  const id = `00000000-0000-4000-8000-${String(told).padStart(12, '0')}`;
  await eventStore.append(`webhook-${deliveryId}`, 'no_stream', [{ ...asked, id, metadata: metadata({}) }]);
};

const project = async (): Promise<void> => {
  const board = createPositionBoard();
  const projector = startProjector({
    ...{ pool, databaseUrl: database.url, eventStore, projections, logger: silent, board },
    tenure: ALWAYS_BOUND,
  });
  expect(await board.waitUntilApplied(['webhook-outbox'], await eventStore.head(), APPLIED_WITHIN_MS)).toBe(true);
  await projector.stop();
};

const query = async <Row>(text: string, values: readonly unknown[] = []) =>
  (await pool.query({ text, values: [...values] })).rows as Row[];
const places = () => query('SELECT delivery_id, place FROM lastro.feed_places ORDER BY place');

const feed = async (): Promise<readonly string[]> => {
  const rows = await listNotifications({ query, partnerId: 'p', mode: 'live' } as never, '0', 100);
  return rows.map(({ delivery_id: id }) => id);
};

const rebuild = (choices: RebuildChoices = {}, from: EventStore = eventStore) =>
  rebuildProjection(
    {
      ...{ databaseUrl: database.url, eventStore: from, projection: webhookOutboxProjection },
      ...{ readModelsFolder: READ_MODELS, logger: silent },
    },
    choices,
  );

/** As a move leaves it: the same events at other positions. */
const movedStore = async (): Promise<EventStore> => {
  const target = createMemoryEventStore();
  await target.append('elsewhere', 'no_stream', [
    {
      ...event('WebhookTestRequested', { deliveryId: 'other', partnerId: 'other' }),
      id: randomUUID(),
      metadata: metadata({}),
    },
  ]);
  for await (const { stream, id, type, data, metadata: given } of eventStore.readAll(START)) {
    const written = await target.append(stream, 'no_stream', [{ id, type, data, metadata: given } as never]);
    expect(written.outcome).toBe('appended');
  }
  return target;
};

test('the feed keeps the order of its first application, also after a rebuild', async () => {
  await pool.query(`INSERT INTO lastro.parked_streams (projection, stream, from_revision, from_commit, from_prepare, error)
    VALUES ('webhook-outbox', 'webhook-parked', 0, 0, 0, 'a fault')`);
  for (const deliveryId of ['a', 'parked', 'b', 'c']) await tell(deliveryId);
  await project();
  expect(await feed()).toEqual(['a', 'b', 'c']);
  await replayParked({ pool, eventStore, projections, logger: silent });
  expect(await feed()).toEqual(['a', 'b', 'c', 'parked']);
  const before = await places();
  expect(await rebuild()).toMatchObject({ outcome: 'swapped', differences: [], events: 4 });
  expect(await places()).toEqual(before);
  expect(await feed()).toEqual(['a', 'b', 'c', 'parked']);
  // The tables that were swapped in give places as those before did.
  await tell('d');
  await project();
  expect(await feed()).toEqual(['a', 'b', 'c', 'parked', 'd']);
  expect(await rebuild()).toMatchObject({ outcome: 'swapped', differences: [] });
  expect(await feed()).toEqual(['a', 'b', 'c', 'parked', 'd']);
});

test('adds items that only a rebuild found at the end of the feed after its swap', async () => {
  const lost = `WITH gone AS (DELETE FROM lastro.webhook_outbox WHERE delivery_id = 'b' RETURNING delivery_id)
    DELETE FROM lastro.feed_places USING gone WHERE feed_places.delivery_id = gone.delivery_id`;
  await query(lost);
  const before = await places();
  expect(await rebuild()).toMatchObject({ outcome: 'blocked' });
  expect(await places()).toEqual(before);
  expect(await rebuild({ acceptDifference: true })).toMatchObject({ outcome: 'swapped' });
  expect(await feed()).toEqual(['a', 'c', 'parked', 'd', 'b']);
  await query(lost);
  expect(await rebuild({ fromStart: true })).toMatchObject({ outcome: 'swapped' });
  expect(await feed()).toEqual(['a', 'c', 'parked', 'd', 'b']);
  expect(await doOldCursorsHold(query)).toBe(true);
});

test('the feed is the same when built from another store, whose positions are no cursors', async () => {
  const [before, order] = [await places(), await feed()];
  const positions = 'SELECT position_commit FROM lastro.webhook_outbox ORDER BY delivery_id';
  const old = await query(positions);
  expect(await rebuild({ fromStart: true }, await movedStore())).toMatchObject({ outcome: 'swapped' });
  expect(await query(positions)).not.toEqual(old);
  expect([await places(), await feed()]).toEqual([before, order]);
  expect(await doOldCursorsHold(query)).toBe(false);
});

test('rows that were deleted and applied again from another store end old cursors, too', async () => {
  await query('UPDATE lastro.feed_cursors SET positions_hold = true');
  const order = await feed();
  await pool.query(`CREATE TEMP TABLE kept AS SELECT * FROM lastro.webhook_outbox;
    TRUNCATE lastro.webhook_outbox;
    UPDATE kept SET position_commit = position_commit + 1000;
    INSERT INTO lastro.webhook_outbox SELECT * FROM kept`);
  expect(await feed()).toEqual(order);
  expect(await doOldCursorsHold(query)).toBe(false);
});
