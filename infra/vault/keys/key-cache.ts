import { createBoundedMap } from '../../../commands/timing/bounded-map';

export interface Reading {
  readonly startedAt: number;
  readonly erasures: number;
}

/** Unwrapped keys, few and short-lived: a key erased by another process disappears within `ttlMs`. */
export interface KeyCache {
  readonly get: (subjectId: string) => Buffer | null;
  readonly startReading: () => Reading;
  /** Keeps the key unless an erasure happened after `reading` began. */
  readonly put: (subjectId: string, key: Buffer, reading: Reading) => void;
  readonly erase: (subjectId: string) => void;
}

export interface KeyCacheOptions {
  readonly now: () => number;
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
      // The TTL starts before the read, which counts towards it.
      entries.set(subjectId, { key, expiresAt: reading.startedAt + ttlMs });
    },
    erase: (subjectId) => {
      erasures += 1;
      drop(subjectId);
    },
  };
}
