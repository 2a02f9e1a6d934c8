import { createBoundedMap } from '../../../commands/timing/bounded-map';
import type { Row } from '../../../read-models/table';
import type { RowsByTable } from './row-store';

export interface RowCache {
  readonly get: (tableName: string, key: string) => Row | null | undefined;
  readonly merge: (rows: RowsByTable) => void;
  readonly clear: () => void;
}

/** Least recently used rows above `limit` are evicted; tables never read, such as the audit trail, are not cached. */
export function createRowCache(limit: number): RowCache {
  const rows = createBoundedMap<Row | null>(limit);
  const asked = new Set<string>();
  const idOf = (tableName: string, key: string): string => `${tableName} ${key}`;
  return {
    get: (tableName, key) => {
      asked.add(tableName);
      return rows.get(idOf(tableName, key));
    },
    merge: (changed) => {
      for (const [tableName, byKey] of changed) {
        if (!asked.has(tableName)) continue;
        for (const [key, row] of byKey) rows.set(idOf(tableName, key), row);
      }
    },
    clear: rows.clear,
  };
}
