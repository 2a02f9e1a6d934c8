import { createBoundedMap } from '../../../commands/timing/bounded-map';
import type { Row } from '../../../read-models/table';
import type { RowsByTable } from './row-store';

/** The rows that were used last, as the checkpoint's transaction left them. */
export interface RowCache {
  readonly get: (tableName: string, key: string) => Row | null | undefined;
  readonly merge: (rows: RowsByTable) => void;
  readonly clear: () => void;
}

/**
 * Forgets the rows that have not been used for longest when there are more than `limit`. Of a table that nobody has ever
 * asked for, such as the audit trail, none is kept.
 */
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
