import type { Clock } from '../../commands/ports/clock';
import type { ExpiringValues } from '../../commands/ports/expiring-values';

/** Expiring values of one process, by the test's own clock. */
export const createMemoryExpiringValues = (clock: Clock): ExpiringValues => {
  const kept = new Map<string, { readonly value: string; readonly expiresAtMs: number }>();
  const find = (key: string) => {
    const found = kept.get(key);
    return found === undefined || found.expiresAtMs <= clock.now() ? null : found;
  };
  return {
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
