import type { Client } from 'pg';
import { isAfter, type Position, type Recorded } from '../../../aggregates/events';
import type { EventStore } from '../../../commands/ports/event-store';
import type { Projection } from '../../../projections/projection';
import { isParked, type ParkedStreams, readParked } from '../live/parked';
import { readCheckpoint } from '../waiting/checkpoints';
import type { Reporter } from './progress';
import type { ShadowRows } from './shadow-rows';

export interface Construction {
  readonly eventStore: EventStore;
  readonly projection: Projection;
  readonly readModelsFolder: string;
  readonly live: Client;
  readonly shadow: Client;
  readonly rows: ShadowRows;
  readonly reporter: Reporter;
  readonly generation: string;
  /** The shadow's position; never past the live tables'. */
  at: Position;
}

export interface Place {
  readonly position: Position;
  readonly generation: string;
  readonly parked: ParkedStreams;
}

const BATCH_EVENTS = 500;

export async function readPlace(client: Client, name: string, lock: '' | 'FOR UPDATE' = ''): Promise<Place> {
  const checkpoint = await readCheckpoint(client, name, lock);
  return { ...checkpoint, parked: await readParked(client, name) };
}

/** Streams parked live are skipped from the same event on, and replayed after the swap. */
export async function advanceTo(work: Construction, place: Place): Promise<void> {
  const { projection, eventStore, reporter, rows } = work;
  if (place.generation !== work.generation) {
    throw new Error(`${projection.name} was rebuilt or replayed by somebody else meanwhile; run the rebuild again`);
  }
  if (!isAfter(place.position, work.at)) return;
  let batch: Recorded[] = [];
  for await (const event of eventStore.readAll(work.at, { streamPrefixes: projection.streamPrefixes })) {
    if (isAfter(event.position, place.position)) break;
    if (!isParked(place.parked, event)) batch.push(event);
    if (batch.length < BATCH_EVENTS) continue;
    await rows.apply(batch);
    reporter.read(batch.length, event.position, place.position);
    batch = [];
  }
  await rows.apply(batch);
  reporter.read(batch.length, place.position, place.position);
  work.at = place.position;
}
