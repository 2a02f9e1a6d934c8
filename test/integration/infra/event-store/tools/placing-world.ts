import type { Pool } from 'pg';
import { type LedgerEvent, type Recorded, START } from '../../../../../aggregates/events';
import { LEDGER_STREAM } from '../../../../../aggregates/ledger/ledger';
import { SCHEMA_VERSIONS } from '../../../../../aggregates/schema-versions';
import { STREAM_PREFIXES } from '../../../../../aggregates/stream';
import { commandIdOf } from '../../../../../commands/handling/deterministic-ids';
import type { Proposed } from '../../../../../commands/ports/event-store';
import { createMemoryEventStore, type MemoryEventStore } from '../../../../../infra/event-store/memory';
import { fillPlaces, type MovedPlace, placeRows } from '../../../../../infra/event-store/tools/place-rows';
import { migrate } from '../../../../../infra/postgres/migrate';
import { inOwnTransaction } from '../../../../../infra/postgres/own-transaction';
import { BATCH_LIMITS, createPool } from '../../../../../infra/postgres/pool';
import { startProjector } from '../../../../../infra/projections/live/projector';
import { createPositionBoard } from '../../../../../infra/projections/waiting/wait';
import { EVERY_EVENT_TYPE, event, metadata, streamOf } from '../../../../../packages/testing/src/samples/sample-events';
import { projections } from '../../../../../projections/all';
import { serviceMigrations } from '../../../../../src/bin/stores/prepared-database';
import { ALWAYS_BOUND } from '../../../../doubles/bound';
import { silent } from '../../../../infra/projections/fixture';
import { testDatabase } from '../../../../stores/postgres';
import type { Postgres } from '../../pair/pair-world';

const APPLIED_WITHIN_MS = 30_000;

/** Each at the end of its stream. */
export const writeAll = async (store: MemoryEventStore, events: readonly LedgerEvent[]): Promise<void> => {
  for (const happened of events) {
    const stream = streamOf(happened);
    const count = (await store.readStream(stream)).length;
    const id = commandIdOf('happened', stream, String(count));
    const written = metadata({ schemaVersion: SCHEMA_VERSIONS[happened.type] });
    await store.append(stream, count === 0 ? 'no_stream' : count - 1, [{ ...happened, id, metadata: written }]);
  }
};

/** Rows are made of all that the log has. */
export const project = async ({ pool, url }: Postgres, eventStore: MemoryEventStore): Promise<void> => {
  const board = createPositionBoard();
  const projector = startProjector({
    ...{ pool, databaseUrl: url, eventStore, projections, logger: silent, board, tenure: ALWAYS_BOUND },
  });
  const names = projections.map(({ name }) => name);
  const applied = await board.waitUntilApplied(names, await eventStore.head(), APPLIED_WITHIN_MS);
  await projector.stop();
  if (!applied) throw new Error('the projections stand still');
};

const isOfIdentity = (type: string): boolean => type.startsWith('Ledger');

/** An event of every type, between those of the ledger's own stream. */
const LEDGER: readonly LedgerEvent[] = [
  event('LedgerOpened'),
  ...EVERY_EVENT_TYPE.filter((type) => !isOfIdentity(type)).map((type) => event(type)),
  event('LedgerLed'),
  event('UserBlocked'),
  event('LedgerMoved'),
];

/** A database as a service has it. */
export const openDatabase = async (): Promise<Postgres> => {
  const database = await testDatabase();
  const pool = createPool(database.url, silent, BATCH_LIMITS);
  await migrate(pool, serviceMigrations());
  const close = async (): Promise<void> => {
    await pool.end();
    await database.drop();
  };
  return { pool, url: database.url, close };
};

/** The same events at other positions, with gaps for foreign events. */
export const copied = async (source: MemoryEventStore, target: MemoryEventStore): Promise<readonly MovedPlace[]> => {
  const places: MovedPlace[] = [];
  for await (const original of source.readAll(START, { streamPrefixes: STREAM_PREFIXES })) {
    const { id: eventId, stream, revision, position: from, type, data, metadata: own } = original;
    if (stream === LEDGER_STREAM) continue;
    for (let gap = 0; gap <= places.length % 4; gap += 1) target.writeUnchecked('elsewhere', { type: 'OrderPlaced' });
    const proposed = { type, data, id: eventId, metadata: own } as Proposed;
    const result = await target.append(stream, revision === 0 ? 'no_stream' : revision - 1, [proposed]);
    if (result.outcome !== 'appended') throw new Error(`${stream}@${revision} was not copied`);
    places.push({ eventId, stream, revision, from, to: result.position });
  }
  return places;
};

const PLACES_AT_ONCE = 5;

async function* inBatches(places: readonly MovedPlace[]): AsyncGenerator<readonly MovedPlace[]> {
  for (let next = 0; next < places.length; next += PLACES_AT_ONCE) yield places.slice(next, next + PLACES_AT_ONCE);
}

export interface PlacingWorld extends Postgres {
  readonly source: MemoryEventStore;
  readonly target: MemoryEventStore;
  readonly places: readonly MovedPlace[];
}

/** Positions become those of the target, in one transaction. */
export const place = ({ url: databaseUrl, places }: Pick<PlacingWorld, 'url' | 'places'>): Promise<void> =>
  inOwnTransaction({ databaseUrl, logger: silent }, async (client) => {
    await fillPlaces(client, inBatches(places));
    await placeRows(client);
  });

/** A ledger that was projected from the source, and has been copied. */
export const openPlacing = async (): Promise<PlacingWorld> => {
  const postgres = await openDatabase();
  const [source, target] = [createMemoryEventStore(), createMemoryEventStore()];
  await writeAll(source, LEDGER);
  source.writeUnchecked('elsewhere', { type: 'OrderPlaced' });
  await project(postgres, source);
  const places = await copied(source, target);
  return { ...postgres, source, target, places };
};

/** The event's place in the target. */
export const placeIn = ({ places }: PlacingWorld, stream: string, revision = 0): MovedPlace => {
  const found = places.find((each) => each.stream === stream && each.revision === revision);
  if (found === undefined) throw new Error(`${stream}@${revision} is no sample`);
  return found;
};

export const identityOf = ({ source }: PlacingWorld): Promise<readonly Recorded[]> => source.readStream(LEDGER_STREAM);

const TABLES = [...projections.flatMap(({ tables }) => tables.map(({ name }) => name)), 'feed_places'];

/** Every row that projections have made, and the feed's order. */
export const allRows = async ({ pool }: { readonly pool: Pool }): Promise<Record<string, readonly unknown[]>> => {
  const all: Record<string, readonly unknown[]> = {};
  for (const table of TABLES) {
    const text = `SELECT to_jsonb(own) AS row FROM lastro.${table} AS own ORDER BY to_jsonb(own)::text`;
    all[table] = (await pool.query<{ row: unknown }>(text)).rows.map(({ row }) => row);
  }
  return all;
};

const STORED = [
  'SELECT * FROM lastro.named_checkpoints ORDER BY projection',
  'SELECT * FROM lastro.parked_streams ORDER BY projection, stream',
  'SELECT * FROM lastro.parked_events ORDER BY projection, stream, revision',
  'SELECT * FROM lastro.feed_cursors',
];

/** Everything that an import may change. */
export const everything = async (world: { readonly pool: Pool }): Promise<unknown> => {
  const stored: unknown[] = [await allRows(world)];
  for (const text of STORED) stored.push((await world.pool.query(text)).rows);
  return stored;
};
