import { type Position, type Recorded, START } from '../../../../../aggregates/events';
import type { EventStore } from '../../../../../commands/ports/event-store';
import type { Projection } from '../../../../../projections/projection';
import { type MemoryRows, memoryRows } from './memory-rows';

export interface ProjectedRows {
  readonly rowsOf: (projection: Pick<Projection, 'name'>) => MemoryRows;
  /** Applies at most so many of the events that are not applied yet. */
  readonly project: (limit: number) => Promise<void>;
  readonly applied: () => Position;
}

/** Rows of these projections in memory, which follow the log only on request. `isLost` leaves an event out of one. */
export const projectedRows = (
  store: Pick<EventStore, 'readAll'>,
  projections: readonly Projection[],
  isLost: (projection: string, event: Recorded) => boolean = () => false,
): ProjectedRows => {
  const rows = new Map(projections.map((projection) => [projection.name, memoryRows(projection)]));
  let applied: Position = START;
  const rowsOf: ProjectedRows['rowsOf'] = ({ name }) => {
    const found = rows.get(name);
    if (found === undefined) throw new Error(`no projection ${name}`);
    return found;
  };
  const apply = (event: Recorded): void => {
    for (const projection of projections) {
      if (isLost(projection.name, event)) continue;
      if (projection.streamPrefixes.some((prefix) => event.stream.startsWith(prefix))) rowsOf(projection).apply(event);
    }
    applied = event.position;
  };
  return {
    rowsOf,
    project: async (limit) => {
      const batch: Recorded[] = [];
      for await (const next of store.readAll(applied)) if (batch.push(next) >= limit) break;
      batch.forEach(apply);
    },
    applied: () => applied,
  };
};
