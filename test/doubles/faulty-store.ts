import type { AppendResult, EventStore, Proposed } from '../../commands/ports/event-store';

/**
 * The fault of an append. `lost before`: not written, and no answer; `lost after`: written, and no answer;
 * `away`: the store cannot be reached; `crash before` and `crash after`: the process dies around it.
 */
export type Fault = 'lost before' | 'lost after' | 'away' | 'crash before' | 'crash after';

export class Crash extends Error {}

const SILENCE: AppendResult = { outcome: 'unknown', cause: 'The answer did not arrive in time' };

/** The store with a fault wherever `faultAt` names one; `appends` counts from 0 over all streams. */
export const faultyStore = (
  store: EventStore,
  faultAt: (append: number, stream: string, events: readonly Proposed[]) => Fault | null | undefined,
): EventStore => {
  let appends = 0;
  return {
    ...store,
    append: async (stream, expected, events) => {
      const fault = faultAt(appends++, stream, events) ?? null;
      if (fault === 'away') throw new Error('The event store is unreachable');
      if (fault === 'crash before') throw new Crash('before the append');
      if (fault === 'lost before') return SILENCE;
      const result = await store.append(stream, expected, events);
      if (fault === 'crash after') throw new Crash('after the append');
      return fault === 'lost after' ? SILENCE : result;
    },
  };
};

/** Every event type that the log holds, in order. */
export const typesIn = async (store: EventStore): Promise<readonly string[]> => {
  const types: string[] = [];
  for await (const { type } of store.readAll({ commit: -1n, prepare: -1n })) types.push(type);
  return types;
};
