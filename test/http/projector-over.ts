import type { Pool } from 'pg';
import { type Position, type Recorded, START } from '../../aggregates/events';
import type { createMemoryEventStore } from '../../infra/event-store/memory';
import { foldRows, wants } from '../../infra/projections/rows/batch';
import { LIVE_SCHEMA, loadRows, writeRows } from '../../infra/projections/rows/row-store';
import type { Projection } from '../../projections/projection';

/** Brings the projections' tables up to the log's end whenever it is called, one call after the other. */
export const projectorOver = (
  pool: Pool,
  eventStore: ReturnType<typeof createMemoryEventStore>,
  projections: readonly Projection[],
): (() => Promise<void>) => {
  let position: Position = START;
  let running = Promise.resolve();
  const step = async (): Promise<void> => {
    const events: Recorded[] = [];
    for await (const event of eventStore.readAll(position)) events.push(event);
    await Promise.all(projections.map((projection) => project(pool, projection, events)));
    position = events.at(-1)?.position ?? position;
  };
  // Calls run in sequence, as in the projector.
  return () => {
    running = running.then(step);
    return running;
  };
};

const project = async (pool: Pool, projection: Projection, events: readonly Recorded[]): Promise<void> => {
  const wanted = events.filter(({ stream }) => wants(projection, stream));
  const loaded = await loadRows(pool, LIVE_SCHEMA, wanted.flatMap(projection.keys));
  const changed = foldRows(projection, wanted, (table, key) => loaded.get(table)?.get(key));
  await writeRows(pool, LIVE_SCHEMA, projection.tables, changed);
};
