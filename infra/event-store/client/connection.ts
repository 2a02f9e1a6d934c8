import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import { createBackoff } from '../../../commands/timing/backoff';
import { type Endpoint, type GuardedClient, guardClient } from './client-guards';

/** Measures the server's silence while requests wait. Times are of `performance.now()`. */
interface ServerSilence {
  readonly asked: () => void;
  readonly heard: () => void;
  /** Silence for a call that waits since `sinceMs`. */
  readonly silentMs: (sinceMs: number) => number;
}

export const createServerSilence = (): ServerSilence => {
  let heardAtMs = performance.now();
  let askedAtMs = Infinity;
  return {
    asked: () => {
      askedAtMs = Math.min(askedAtMs, performance.now());
    },
    heard: () => {
      heardAtMs = performance.now();
      askedAtMs = Infinity;
    },
    silentMs: (sinceMs) => performance.now() - Math.max(heardAtMs, Math.min(sinceMs, askedAtMs)),
  };
};

export interface Connection {
  readonly client: () => EventStoreDBClient;
  /** The server answered, perhaps with a refusal. */
  readonly heard: () => void;
  /** The server did as asked: the next dial need not wait. */
  readonly served: () => void;
  /** Longest wait of a new call until the connection counts as dead. */
  readonly patienceMs: () => number;
  /** A call got no answer since `sinceMs` (`performance.now()`): replaces a client that was silent for SILENCE_LIMIT_MS. */
  readonly waitedInVain: (client: EventStoreDBClient, sinceMs: number) => void;
  /** The node does not serve: replaces the client if another node may serve. */
  readonly lost: (client: EventStoreDBClient) => void;
  /** A retired client's calls still report, such as the end of a read; that is not an answer of the store. */
  readonly isRetired: (client: EventStoreDBClient) => boolean;
  readonly close: () => Promise<void>;
}

/** After a stall Node runs timers before sockets: within this time, received data still counts. */
export const STALL_GRACE_MS = 50;

/** After this time without any answer of the server the connection is closed; a slow call does not close it. */
export const SILENCE_LIMIT_MS = 2_000;

/** The least time for a call on a connection that was silent before. */
const LEAST_PATIENCE_MS = 250;

/** Between dials, after the first that follows an answer. */
const REDIAL = { firstMs: 25, longestMs: 1_000 };

/** Several hosts, or one host that names the cluster. */
const isCluster = (connectionString: string): boolean => {
  const [, scheme = '', rest = ''] = /^([^:]*):\/\/(?:[^@?]*@)?([^/?]*)/.exec(connectionString) ?? [];
  return scheme.endsWith('+discover') || rest.includes(',');
};

interface Dials {
  readonly before: () => Promise<void>;
  readonly reset: () => void;
}

const createDials = (): Dials => {
  const backoff = createBackoff(REDIAL);
  let delayMs = 0;
  return {
    before: async () => {
      const waitMs = delayMs;
      delayMs = backoff.next();
      if (waitMs > 0) await pause(waitMs);
    },
    reset: () => {
      backoff.reset();
      delayMs = 0;
    },
  };
};

interface Line {
  readonly client: () => EventStoreDBClient;
  /** Unless `client` was replaced before. */
  readonly replace: (client: EventStoreDBClient, leader: Endpoint | null) => void;
  readonly isRetired: (client: EventStoreDBClient) => boolean;
  readonly close: () => Promise<void>;
}

const openLine = (
  connect: (lost: Line['replace'], leader: Endpoint | null) => GuardedClient,
  onReplaced: () => void,
): Line => {
  const closing = new Set<Promise<void>>();
  const retired = new WeakSet<EventStoreDBClient>();
  const retire = (guarded: GuardedClient): void => {
    retired.add(guarded.client);
    const closed = guarded.close().finally(() => closing.delete(closed));
    closing.add(closed);
  };
  const replace: Line['replace'] = (client, leader) => {
    if (client !== current.client || retired.has(client)) return;
    const lost = current;
    try {
      current = connect(replace, leader);
    } catch {
      // A certificate's file may be missing for a moment: the next loss tries again.
      return;
    }
    onReplaced();
    retire(lost);
  };
  let current = connect(replace, null);
  const close = async (): Promise<void> => {
    retire(current);
    await Promise.all(closing);
  };
  return { client: () => current.client, replace, isRetired: (client) => retired.has(client), close };
};

export const openConnection = (connectionString: string): Connection => {
  const [silence, dials] = [createServerSilence(), createDials()];
  const hasOtherNodes = isCluster(connectionString);
  const connect = (replace: Line['replace'], leader: Endpoint | null): GuardedClient => {
    const client = EventStoreDBClient.connectionString(connectionString);
    const onLost = (told: Endpoint | null): void => replace(client, told);
    return guardClient(client, { leader, hasOtherNodes, beforeDial: dials.before, onLost });
  };
  const { client: current, replace, isRetired, close } = openLine(connect, silence.heard);
  return {
    client: () => {
      silence.asked();
      return current();
    },
    heard: silence.heard,
    served: () => {
      silence.heard();
      dials.reset();
    },
    patienceMs: () => Math.max(LEAST_PATIENCE_MS, SILENCE_LIMIT_MS - silence.silentMs(performance.now())),
    waitedInVain: (client, sinceMs) => {
      if (silence.silentMs(sinceMs) >= SILENCE_LIMIT_MS) replace(client, null);
    },
    lost: (client) => {
      if (hasOtherNodes) replace(client, null);
    },
    isRetired,
    close,
  };
};
