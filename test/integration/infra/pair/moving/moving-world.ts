import type { Pool } from 'pg';
import { type LedgerEvent, type Recorded, START } from '../../../../../aggregates/events';
import { LEDGER_STREAM } from '../../../../../aggregates/ledger/ledger';
import { STREAM_PREFIXES } from '../../../../../aggregates/stream';
import type { Proposed } from '../../../../../commands/ports/event-store';
import type { PairRow } from '../../../../../commands/ports/pair';
import { createMemoryEventStore, type MemoryEventStore } from '../../../../../infra/event-store/memory';
import type { MovedPlace } from '../../../../../infra/pair/moving/moved-place';
import { createMovedRows, type MovedRows } from '../../../../../infra/pair/moving/moved-rows';
import { writePairRow } from '../../../../../infra/pair/pair-row';
import { migrate } from '../../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../../infra/postgres/pool';
import { projections } from '../../../../../projections/all';
import { serviceMigrations } from '../../../../../src/bin/prepared-database';
import { ARRIVED, ARRIVED_ID, BEGUN, GONE } from '../../../../commands/pair/moving/sample-move';
import { silent } from '../../../../infra/projections/fixture';
import { EVERY_EVENT_TYPE, event, metadata } from '../../../../samples/sample-events';
import { testDatabase } from '../../../../stores/postgres';
import { project, writeAll } from '../comparing/compared-world';
import type { Postgres } from '../pair-world';

export const FROM: PairRow = { ...GONE, move: BEGUN };
export const TO: PairRow = { ...GONE, last: { id: ARRIVED_ID, revision: 0 }, move: null };

const isOfIdentity = (type: string): boolean => type.startsWith('Ledger');

/** One event of every type, between those of the ledger's own stream. */
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

/** The same events at other positions, with gaps; what is between is somebody else's. */
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

/** What begins the identity stream of the target. */
export const arrive = async (target: MemoryEventStore): Promise<void> => {
  const { id, revision: _, ...opened } = ARRIVED;
  await target.append(LEDGER_STREAM, 'no_stream', [{ ...opened, id, metadata: metadata() }]);
};

const PLACES_AT_ONCE = 5;

export async function* inBatches(places: readonly MovedPlace[]): AsyncGenerator<readonly MovedPlace[]> {
  for (let next = 0; next < places.length; next += PLACES_AT_ONCE) yield places.slice(next, next + PLACES_AT_ONCE);
}

export interface MovingWorld extends Postgres {
  readonly source: MemoryEventStore;
  readonly target: MemoryEventStore;
  readonly places: readonly MovedPlace[];
  readonly rows: MovedRows;
}

export const rowsOf = ({ url: databaseUrl }: Postgres): MovedRows => createMovedRows({ databaseUrl, logger: silent });

/** A ledger that was projected from the source, and has been copied. */
export const openMoving = async (): Promise<MovingWorld> => {
  const postgres = await openDatabase();
  const [source, target] = [createMemoryEventStore(), createMemoryEventStore()];
  await writeAll(source, LEDGER);
  source.writeUnchecked('elsewhere', { type: 'OrderPlaced' });
  await project({ ...postgres, store: source });
  await writePairRow(postgres.pool, { do: 'WRITE_ROW', from: null, to: FROM });
  const places = await copied(source, target);
  return { ...postgres, source, target, places, rows: rowsOf(postgres) };
};

/** The event's place in the target. */
export const placeIn = ({ places }: MovingWorld, stream: string, revision = 0): MovedPlace => {
  const place = places.find((each) => each.stream === stream && each.revision === revision);
  if (place === undefined) throw new Error(`${stream}@${revision} is no sample`);
  return place;
};

export const identityOf = ({ source }: MovingWorld): Promise<readonly Recorded[]> => source.readStream(LEDGER_STREAM);

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
  'SELECT * FROM lastro.pair',
  'SELECT * FROM lastro.named_checkpoints ORDER BY projection',
  'SELECT * FROM lastro.parked_streams ORDER BY projection, stream',
  'SELECT * FROM lastro.parked_events ORDER BY projection, stream, revision',
  'SELECT * FROM lastro.feed_cursors',
];

/** Everything that a move may change. */
export const everything = async (world: { readonly pool: Pool }): Promise<unknown> => {
  const stored: unknown[] = [await allRows(world)];
  for (const text of STORED) stored.push((await world.pool.query(text)).rows);
  return stored;
};

/** True while something is beside the rows. */
export const isBeside = async ({ pool }: { readonly pool: Pool }): Promise<boolean> => {
  const text = `SELECT to_regclass('lastro.moved_places') IS NOT NULL AS exists`;
  return (await pool.query<{ exists: boolean }>(text)).rows[0]?.exists === true;
};
