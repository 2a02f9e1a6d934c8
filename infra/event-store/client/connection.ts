import { EventStoreDBClient } from '@eventstore/db-client';
import { type GuardedClient, guardClient } from './client-guards';

/** The client in use. A silent one is replaced, which ends its subscriptions and reads. */
export interface Connection {
  readonly client: () => EventStoreDBClient;
  readonly heard: () => void;
  /** A call got no answer since `sinceMs` (`performance.now()`): replaces the client unless it was heard since. */
  readonly waitedInVain: (client: EventStoreDBClient, sinceMs: number) => void;
  /** A retired client's calls still report, such as the end of a read; that is not the store's word. */
  readonly isRetired: (client: EventStoreDBClient) => boolean;
  readonly close: () => Promise<void>;
}

/** After a stall Node runs timers before sockets: data already received still counts for this long. */
export const STALL_GRACE_MS = 50;

/** Without a replacement the client may keep a killed server's connection until its keepalive ends it after 20 s. */
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
