import { EventStoreDBClient } from '@eventstore/db-client';
import { type GuardedClient, guardClient } from './client-guards';

/** The client in use. One that has fallen silent is replaced, which takes its subscriptions and reads along. */
export interface Connection {
  readonly client: () => EventStoreDBClient;
  /** The store said something. */
  readonly heard: () => void;
  /** A call waited in vain since then (by `performance.now()`); replaces the client unless it said something else. */
  readonly waitedInVain: (client: EventStoreDBClient, sinceMs: number) => void;
  /** The client was given up: whatever its calls still say, such as that a read has ended, is not the store's word. */
  readonly isRetired: (client: EventStoreDBClient) => boolean;
  readonly close: () => Promise<void>;
}

/** After a stall Node runs timers before it reads sockets; this long, what has arrived meanwhile still counts. */
export const STALL_GRACE_MS = 50;

/**
 * After its server was killed the client sometimes keeps a dead connection until its keepalive gives up 20 s later,
 * and opens no other meanwhile.
 */
export const openConnection = (connectionString: string): Connection => {
  const connect = (): GuardedClient => guardClient(EventStoreDBClient.connectionString(connectionString));
  let current = connect();
  let heardAt = -Infinity;
  const closing = new Set<Promise<void>>();
  const retired = new WeakSet<EventStoreDBClient>();

  const retire = (guarded: GuardedClient): void => {
    retired.add(guarded.client);
    const closed = guarded.close().finally(() => closing.delete(closed));
    closing.add(closed);
  };

  const waitedInVain = (client: EventStoreDBClient, sinceMs: number): void => {
    if (client !== current.client || heardAt >= sinceMs) return;
    const silent = current;
    current = connect();
    retire(silent);
  };

  const close = async (): Promise<void> => {
    retire(current);
    await Promise.all(closing);
  };

  const heard = (): void => {
    heardAt = performance.now();
  };

  const isRetired = (client: EventStoreDBClient): boolean => retired.has(client);

  return { client: () => current.client, heard, waitedInVain, isRetired, close };
};
