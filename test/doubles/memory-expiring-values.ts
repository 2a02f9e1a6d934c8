import type { Clock } from '../../commands/ports/clock';
import type { ExpiringValues } from '../../commands/ports/expiring-values';

interface Kept {
  readonly value: string;
  readonly expiresAtMs: number;
  readonly group?: string;
}

export interface MemoryExpiringValues extends ExpiringValues {
  readonly expire: (key: string) => void;
  readonly secondsLeft: (key: string) => number;
}

/** Expiring values of one process, by the test's own clock. */
export const createMemoryExpiringValues = (clock: Clock): MemoryExpiringValues => {
  const kept = new Map<string, Kept>();
  const find = (key: string) => {
    const found = kept.get(key);
    return found === undefined || found.expiresAtMs <= clock.now() ? null : found;
  };
  /** Newest first: a map gives its keys in the order in which they came. */
  const liveOf = (group: string): readonly string[] =>
    [...kept.keys()].filter((key) => find(key)?.group === group).reverse();
  return {
    expire: (key) => void kept.delete(key),
    secondsLeft: (key) => ((find(key)?.expiresAtMs ?? 0) - clock.now()) / 1000,
    putInGroup: async (group, { key, value, ttlSeconds, most }) => {
      kept.set(key, { value, group, expiresAtMs: clock.now() + ttlSeconds * 1000 });
      for (const oldest of liveOf(group).slice(most)) kept.delete(oldest);
    },
    readGroup: async (group) => liveOf(group).map((key) => kept.get(key)?.value ?? ''),
    put: async (key, value, ttlSeconds) => {
      kept.set(key, { value, expiresAtMs: clock.now() + ttlSeconds * 1000 });
    },
    read: async (key) => find(key)?.value ?? null,
    take: async (key, value) => find(key)?.value === value && kept.delete(key),
    count: async (key, ttlSeconds) => {
      const found = find(key);
      const value = Number(found?.value ?? 0) + 1;
      const expiresAtMs = found?.expiresAtMs ?? clock.now() + ttlSeconds * 1000;
      kept.set(key, { value: `${value}`, expiresAtMs });
      return value;
    },
  };
};
