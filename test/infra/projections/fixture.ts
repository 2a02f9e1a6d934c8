import path from 'node:path';
import type { Pool } from 'pg';
import type { Recorded } from '../../../aggregates/events';
import type { Logger } from '../../../infra/logger';
import { migrate, migrationFile, migrationFolder } from '../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../infra/postgres/pool';
import { projectRoot } from '../../../infra/project-root';
import { type Projector, startProjector } from '../../../infra/projections/live/projector';
import type { ProjectorOptions } from '../../../infra/projections/live/projector-options';
import { foldRows } from '../../../infra/projections/rows/batch';
import { createPositionBoard } from '../../../infra/projections/waiting/wait';
import type { Projection } from '../../../projections/projection';
import { ALWAYS_BOUND } from '../../doubles/bound';
import { type TestDatabase, testDatabase } from '../../stores/postgres';
import { createEventLog, type EventLog } from './event-log';
import { quietProjection, tallyProjection } from './tallies';

const READ_MODELS_FOLDER = 'test/integration/infra/projections/read-models';
export const READ_MODELS = path.join(projectRoot(), READ_MODELS_FOLDER);

/** Prefixes of the streams that the tests write. */
export const STREAM_PREFIXES = ['tally-', 'quiet-', 'other-'];

const nothing = (): void => undefined;
export const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing } as unknown as Logger;

export interface World {
  readonly database: TestDatabase;
  readonly pool: Pool;
  readonly log: EventLog;
  readonly options: ProjectorOptions & { readonly board: ReturnType<typeof createPositionBoard> };
  /** A projector with these options, or others; `close` stops it when the test has not. */
  readonly start: (more?: Partial<ProjectorOptions>) => Projector;
  readonly close: () => Promise<void>;
}

/** A database with the tables of the test projections, an empty log, and options for a projector over both. */
export async function createWorld(): Promise<World> {
  const database = await testDatabase();
  const pool = createPool(database.url, silent, BATCH_LIMITS);
  await migrate(pool, [
    migrationFile('infra/projections/checkpoints.sql'),
    migrationFile('infra/projections/named-checkpoints.sql'),
    migrationFile('infra/projections/parked.sql'),
    migrationFile('infra/projections/parked-gone.sql'),
    ...migrationFolder(READ_MODELS_FOLDER),
  ]);
  const log = createEventLog();
  const options = {
    pool,
    databaseUrl: database.url,
    eventStore: log,
    tenure: ALWAYS_BOUND,
    projections: [tallyProjection(), quietProjection],
    streamPrefixes: STREAM_PREFIXES,
    logger: silent,
    board: createPositionBoard<string>(),
    limits: { poisonRetryDelaysMs: [1, 1], firstRetryMs: 1 },
  };
  const projectors: Projector[] = [];
  const start: World['start'] = (more = {}) => {
    const projector = startProjector({ ...options, ...more });
    projectors.push(projector);
    return projector;
  };
  const close = async (): Promise<void> => {
    await Promise.all(projectors.map((projector) => projector.stop()));
    await pool.end();
    await database.drop();
  };
  return { database, pool, log, options, start, close };
}

/** Rows of the tables, as text in the order of keys. */
export async function rowsOf(pool: Pool, schema = 'lastro'): Promise<{ tallies: unknown[]; owners: unknown[] }> {
  const read = async (table: string, key: string): Promise<unknown[]> => {
    const text = `SELECT to_jsonb(t) AS row FROM ${schema}.${table} AS t ORDER BY ${key} COLLATE "C"`;
    return (await pool.query<{ row: unknown }>(text)).rows.map(({ row }) => row);
  };
  return { tallies: await read('test_tallies', 'tally_id'), owners: await read('test_owners', 'owner') };
}

/** Rows expected after the events: the same pure projection, folded in one piece in memory. */
export function expectedRows(
  projection: Projection,
  events: readonly Recorded[],
): { tallies: unknown[]; owners: unknown[] } {
  const wanted = events.filter(({ stream }) => projection.streamPrefixes.some((prefix) => stream.startsWith(prefix)));
  const rows = foldRows(projection, wanted, () => null);
  const read = (table: string): unknown[] =>
    [...(rows.get(table) ?? [])]
      .filter(([, row]) => row !== null)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([, row]) => normalised(row as Record<string, unknown>));
  return { tallies: read('test_tallies'), owners: read('test_owners') };
}

const normalised = (row: Record<string, unknown>): unknown => {
  const { updated_at: at, total, ...rest } = row;
  const time = typeof at === 'string' ? { updated_at: at.replace(/\.(\d*?)0*Z$/, '.$1+00:00') } : {};
  return { ...rest, ...time, total: Number(total) };
};
