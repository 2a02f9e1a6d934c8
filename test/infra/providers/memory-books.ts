import type { Book, BookEntry, BookKey, OpenBook } from '../../../infra/providers/sandbox/books/books';

interface Kept {
  readonly key: BookKey;
  readonly openedAtMs: number;
  readonly entry: string;
}

const byTimeAndKey = (one: Kept, other: Kept): number =>
  one.openedAtMs - other.openedAtMs || (one.key.idempotencyKey < other.key.idempotencyKey ? -1 : 1);

/** The books of simulated providers in memory; what would not survive as JSON does not survive here. */
export const createMemoryBooks = (): OpenBook => {
  const entries = new Map<string, Kept>();
  return <Entry extends BookEntry>(name: string): Book<Entry> => {
    const nameOf = ({ partnerId, idempotencyKey }: BookKey) => JSON.stringify([name, partnerId, idempotencyKey]);
    const read = (kept: Kept): Entry => JSON.parse(kept.entry) as Entry;
    const find = (key: BookKey): Entry | null => {
      const kept = entries.get(nameOf(key));
      return kept === undefined ? null : read(kept);
    };
    return {
      find: async (key) => find(key),
      change: async (key, nowMs, step) => {
        const before = find(key);
        const after = step(before);
        if (after === null) return before;
        const openedAtMs = entries.get(nameOf(key))?.openedAtMs ?? nowMs;
        const { partnerId, idempotencyKey } = key;
        entries.set(nameOf(key), { key: { partnerId, idempotencyKey }, openedAtMs, entry: JSON.stringify(after) });
        return find(key);
      },
      empty: async (partnerId) => {
        for (const [id, { key }] of entries) if (id === nameOf(key) && key.partnerId === partnerId) entries.delete(id);
      },
      list: async (partnerId, { fromMs, toMs, limit, after = '' }) =>
        [...entries.entries()]
          .filter(([id, { key }]) => id === nameOf(key) && key.partnerId === partnerId)
          .map(([, kept]) => kept)
          .filter(({ openedAtMs }) => openedAtMs >= fromMs && openedAtMs < toMs)
          .filter(({ openedAtMs, key }) => openedAtMs > fromMs || key.idempotencyKey > after)
          .sort(byTimeAndKey)
          .slice(0, limit)
          .map((kept) => ({ ...read(kept), ...kept.key, openedAtMs: kept.openedAtMs })),
    };
  };
};
