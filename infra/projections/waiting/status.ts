import type { Pool } from 'pg';
import { isAfter, type Position, START } from '../../../aggregates/events';
import type { Clock } from '../../../commands/ports/clock';
import type { EventStore } from '../../../commands/ports/event-store';
import { followedPrefixes, type Projection } from '../../../projections/projection';
import { nextEvent } from '../../event-store/next-event';
import { readCheckpoints } from './checkpoints';

export interface ProjectionStatus {
  readonly name: string;
  readonly position: Position;
  readonly head: Position;
  readonly caughtUp: boolean;
  /** How long the first unapplied event has been waiting; 0 when caught up. */
  readonly lagMs: number;
  readonly parked: number;
}

export interface StatusOptions {
  readonly pool: Pool;
  readonly eventStore: EventStore;
  readonly projections: readonly Pick<Projection, 'name' | 'streamPrefixes'>[];
  readonly clock: Clock;
}

/** Lag is a time, because positions cannot be subtracted. */
export async function projectionStatus(options: StatusOptions): Promise<readonly ProjectionStatus[]> {
  const { pool, eventStore, projections } = options;
  // Reads the head first: a later checkpoint may then be ahead, but never falsely behind.
  const head = await eventStore.head();
  const [checkpoints, parked] = await Promise.all([readCheckpoints(pool), countParked(pool)]);
  const lags = new Map<string, Promise<number | null>>();
  const lagAt = (position: Position): Promise<number | null> => {
    const key = `${position.commit} ${position.prepare}`;
    const lag = lags.get(key) ?? lagAfter(options, position);
    lags.set(key, lag);
    return lag;
  };
  return Promise.all(
    projections.map(async ({ name }) => {
      const position = checkpoints.get(name)?.position ?? START;
      const lagMs = isAfter(head, position) ? await lagAt(position) : null;
      const caughtUp = lagMs === null;
      return { name, position, head, caughtUp, lagMs: lagMs ?? 0, parked: parked.get(name) ?? 0 };
    }),
  );
}

/** Null when nothing of ours waits: the store's own events stand at the head of the log at any time. */
async function lagAfter(options: StatusOptions, position: Position): Promise<number | null> {
  const { eventStore, projections, clock } = options;
  const prefixes = [...new Set(projections.flatMap(followedPrefixes))];
  const next = await nextEvent(eventStore, position, prefixes);
  return next === null ? null : Math.max(0, clock.now() - Date.parse(next.metadata.at));
}

async function countParked(pool: Pool): Promise<ReadonlyMap<string, number>> {
  const text = 'SELECT projection, count(*)::int AS streams FROM lastro.parked_streams GROUP BY projection';
  const { rows } = await pool.query<{ projection: string; streams: number }>(text);
  return new Map(rows.map((row) => [row.projection, row.streams]));
}
