import { createBoundedMap } from '../../commands/timing/bounded-map';

/** When the reading of a key began. */
export interface Reading {
  readonly startedAt: number;
  readonly erasures: number;
}

/** Unwrapped keys, few and for a short time: what another process has destroyed is forgotten here within `ttlMs`. */
export interface KeyCache {
  readonly get: (subjectId: string) => Buffer | null;
  readonly startReading: () => Reading;
  /** Keeps a key, unless something was erased while it was being read. */
  readonly put: (subjectId: string, key: Buffer, reading: Reading) => void;
  readonly erase: (subjectId: string) => void;
}

export interface KeyCacheOptions {
  readonly now: () => number;
  /** Past it the key used longest ago makes room. */
  readonly maxKeys: number;
  readonly ttlMs: number;
}

export function createKeyCache({ now, maxKeys, ttlMs }: KeyCacheOptions): KeyCache {
  const entries = createBoundedMap<{ readonly key: Buffer; readonly expiresAt: number }>(maxKeys);
  let erasures = 0;
  const drop = (subjectId: string) => {
    entries.get(subjectId)?.key.fill(0);
    entries.delete(subjectId);
  };
  return {
    get: (subjectId) => {
      const entry = entries.get(subjectId);
      if (entry === undefined) return null;
      entries.delete(subjectId);
      if (now() >= entry.expiresAt) return null;
      entries.set(subjectId, entry);
      return entry.key;
    },
    startReading: () => ({ startedAt: now(), erasures }),
    put: (subjectId, key, reading) => {
      if (reading.erasures !== erasures) return;
      // Counted from before the reading: the time it took belongs to the bound.
      entries.set(subjectId, { key, expiresAt: reading.startedAt + ttlMs });
    },
    erase: (subjectId) => {
      erasures += 1;
      drop(subjectId);
    },
  };
}
