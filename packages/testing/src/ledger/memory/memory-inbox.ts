import type { CallbackInbox, StoredCallback } from '../../../../../commands/ports/callback-inbox';

/** Callbacks in memory; `due` are those that were not followed yet, oldest first. */
export const memoryInbox = () => {
  const stored = new Map<string, StoredCallback>();
  const finished = new Set<string>();
  const idOf = ({ source, eventId }: Pick<StoredCallback, 'source' | 'eventId'>): string => `${source} ${eventId}`;
  const inbox: CallbackInbox = {
    store: async (callback) => {
      if (!stored.has(idOf(callback))) stored.set(idOf(callback), callback);
    },
    finish: async (callback) => void finished.add(idOf(callback)),
  };
  const due = (): readonly StoredCallback[] => [...stored.values()].filter((callback) => !finished.has(idOf(callback)));
  return { ...inbox, due };
};
