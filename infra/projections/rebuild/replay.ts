import type { Pool, PoolClient } from 'pg';
import type { Recorded } from '../../../aggregates/events';
import type { EventStore } from '../../../commands/ports/event-store';
import type { Projection } from '../../../projections/projection';
import type { Logger } from '../../logger';
import { inTransaction } from '../../postgres/pool';
import { readParked } from '../faulty/parked';
import { foldRows, missingKeys } from '../rows/batch';
import { LIVE_SCHEMA, loadRows, writeRows } from '../rows/row-store';
import { beginGeneration, readCheckpoint } from '../waiting/checkpoints';

export interface ReplayOptions {
  readonly pool: Pool;
  readonly eventStore: EventStore;
  readonly projections: readonly Projection[];
  readonly logger: Logger;
}

export interface Replayed {
  readonly projection: string;
  readonly stream: string;
  readonly events: number;
  readonly error: string | null;
}

/** Replays parked streams in the events' order. Failing streams stay parked. */
export async function replayParked(options: ReplayOptions): Promise<readonly Replayed[]> {
  const results: Replayed[] = [];
  for (const projection of options.projections) {
    for (const stream of await parkedStreams(options.pool, projection.name)) {
      results.push(await replayStream(options, projection, stream));
    }
  }
  return results;
}

async function parkedStreams(pool: Pool, projection: string): Promise<readonly string[]> {
  const text = 'SELECT stream FROM lastro.parked_streams WHERE projection = $1 ORDER BY from_commit, from_prepare';
  const { rows } = await pool.query<{ stream: string }>(text, [projection]);
  return rows.map(({ stream }) => stream);
}

async function replayStream(options: ReplayOptions, projection: Projection, stream: string): Promise<Replayed> {
  try {
    const events = await inTransaction(options.pool, async (client) => {
      // The checkpoint's lock stops the projector from parking and applying.
      await readCheckpoint(client, projection.name, 'FOR UPDATE');
      const parked = await parkedEvents(client, options.eventStore, projection.name, stream);
      await applyTo(client, projection, parked);
      await unpark(client, projection.name, stream);
      return parked.length;
    });
    return { projection: projection.name, stream, events, error: null };
  } catch (error) {
    options.logger.warn({ err: error, projection: projection.name, stream }, 'a parked stream stays parked');
    const message = error instanceof Error ? error.message : String(error);
    return { projection: projection.name, stream, events: 0, error: message };
  }
}

/** A stream parked as a whole may have been deleted or truncated: it must exist again from its beginning. */
async function mustBeWhole(
  client: PoolClient,
  eventStore: EventStore,
  projection: string,
  stream: string,
): Promise<void> {
  if ((await readParked(client, projection)).get(stream)?.revision !== null) return;
  const history = await eventStore.readStream(stream);
  if (history.length === 0) throw new Error(`${stream} has no events any more: the stream was deleted`);
}

async function parkedEvents(
  client: PoolClient,
  eventStore: EventStore,
  projection: string,
  stream: string,
): Promise<readonly Recorded[]> {
  await mustBeWhole(client, eventStore, projection, stream);
  const text = 'SELECT revision, event_id FROM lastro.parked_events WHERE projection = $1 AND stream = $2';
  const { rows } = await client.query<{ revision: number; event_id: string }>(text, [projection, stream]);
  const ids = new Map(rows.map((row) => [row.revision, row.event_id]));
  if (ids.size === 0) return [];
  const history = await eventStore.readStream(stream, Math.min(...ids.keys()));
  const events = history.filter(({ revision, id }) => ids.get(revision) === id);
  if (events.length !== ids.size) throw new Error(`${stream} no longer has all the events that were parked`);
  return events;
}

async function applyTo(client: PoolClient, projection: Projection, events: readonly Recorded[]): Promise<void> {
  const missing = missingKeys(projection, events, () => undefined);
  const loaded = await loadRows(client, LIVE_SCHEMA, missing);
  const changed = foldRows(projection, events, (tableName, key) => loaded.get(tableName)?.get(key));
  await writeRows(client, LIVE_SCHEMA, projection.tables, changed);
}

async function unpark(client: PoolClient, projection: string, stream: string): Promise<void> {
  const text = 'DELETE FROM lastro.parked_streams WHERE projection = $1 AND stream = $2';
  await client.query(text, [projection, stream]);
  await beginGeneration(client, projection);
}
