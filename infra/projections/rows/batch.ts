import type { Recorded } from '../../../aggregates/events';
import { followedPrefixes, type Get, type Projection, type RowKey } from '../../../projections/projection';
import type { Row } from '../../../read-models/table';
import type { RowsByTable } from './row-store';

/** The projection cannot apply this event; earlier events are not at fault. */
export class EventFault extends Error {
  constructor(
    readonly event: Recorded,
    cause: unknown,
  ) {
    super(`${event.type} ${event.id} of ${event.stream}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'EventFault';
  }
}

/** Null: no such row; undefined: not loaded. */
export type Known = (tableName: string, key: string) => Row | null | undefined;

export const wants = (projection: Projection, stream: string): boolean =>
  followedPrefixes(projection).some((prefix) => stream.startsWith(prefix));

/** Rows that the events need and that are not loaded. Throws EventFault. */
export function missingKeys(projection: Projection, events: readonly Recorded[], known: Known): readonly RowKey[] {
  return events.flatMap((event) =>
    blaming(event, () => projection.keys(event).filter(({ table, key }) => known(table.name, key) === undefined)),
  );
}

/** Applies the events in order in memory, each whole or not at all; answers the changed rows. Throws EventFault. */
export function foldRows(projection: Projection, events: readonly Recorded[], known: Known): RowsByTable {
  const changed = new Map<string, Map<string, Row | null>>(projection.tables.map(({ name }) => [name, new Map()]));
  const get: Get = (table, key) => {
    const own = changed.get(table.name)?.get(key);
    const row = own === undefined ? known(table.name, key) : own;
    if (row === undefined)
      throw new Error(`${projection.name} reads ${table.name} ${key}, but does not declare this key`);
    return (row ?? undefined) as never;
  };
  for (const event of events) {
    for (const { table, key, row } of blaming(event, () => projection.apply(event, get))) {
      const rows = changed.get(table.name);
      if (rows === undefined)
        throw new Error(`${projection.name} writes ${table.name}, but does not declare this table`);
      rows.set(key, row);
    }
  }
  return changed;
}

function blaming<Result>(event: Recorded, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new EventFault(event, error);
  }
}
