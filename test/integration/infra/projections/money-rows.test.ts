import type { Pool } from 'pg';
import type { Metadata } from '../../../../aggregates/events';
import { commandIdOf } from '../../../../commands/handling/deterministic-ids';
import { createMemoryEventStore } from '../../../../infra/event-store/memory';
import { migrate, migrationFile, migrationFolder, readerRoles } from '../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../infra/postgres/pool';
import { startProjector } from '../../../../infra/projections/live/projector';
import type { ParkedStream } from '../../../../infra/projections/rows/applier';
import { createPositionBoard } from '../../../../infra/projections/waiting/wait';
import { event, metadata, streamOf } from '../../../../packages/testing/src/samples/sample-events';
import { payoutsProjection } from '../../../../projections/payments/payouts';
import { ALWAYS_BOUND } from '../../../doubles/bound';
import { silent } from '../../../infra/projections/fixture';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

const APPLIED_WITHIN_MS = 30_000;

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, silent, BATCH_LIMITS);
  const operational = [
    'projections/checkpoints',
    'projections/named-checkpoints',
    'projections/parked',
    'projections/parked-gone',
    'webhooks/feed-places',
  ];
  await migrate(pool, [
    ...readerRoles(),
    ...operational.map((name) => migrationFile(`infra/${name}.sql`)),
    ...migrationFolder('read-models'),
  ]);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const requested = (intentId: string, differences: Partial<Metadata>) => {
  const happened = event('PayoutRequested', { intentId, providerKey: `key-${intentId}` });
  const written = { ...happened, id: commandIdOf('happened', intentId), metadata: metadata(differences) };
  return [streamOf(happened), 'no_stream', [written]] as const;
};

test('a payout with an unknown partner or mode has no row, and only its stream is parked', async () => {
  const eventStore = createMemoryEventStore();
  await eventStore.append(...requested('cid1', { partnerId: null }));
  await eventStore.append(...requested('cid2', { mode: null }));
  await eventStore.append(...requested('cid3', {}));
  const board = createPositionBoard();
  const parked: ParkedStream[] = [];
  const projector = startProjector({
    ...{ pool, databaseUrl: database.url, eventStore, projections: [payoutsProjection], logger: silent, board },
    limits: { poisonRetryDelaysMs: [] },
    tenure: ALWAYS_BOUND,
    onParked: (stream) => void parked.push(stream),
  });
  const isApplied = await board.waitUntilApplied(['payouts'], await eventStore.head(), APPLIED_WITHIN_MS);
  await projector.stop();
  expect(isApplied).toBe(true);
  expect(parked.map(({ stream, error }) => [stream, error.replace(/^.*: /, '')])).toEqual([
    ['cashout-cid1', 'the metadata of PayoutRequested has no partnerId'],
    ['cashout-cid2', 'the metadata of PayoutRequested has no mode'],
  ]);
  const { rows } = await pool.query('SELECT provider_key, partner_id, mode FROM lastro.payouts');
  expect(rows).toEqual([{ provider_key: 'key-cid3', partner_id: 'p1', mode: 'sandbox' }]);
});
