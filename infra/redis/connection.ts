import { inTime } from '../../packages/event-store/timing/time-limit';
import type { Logger } from '../logger';
import { type CreateClient, clientOf, type RedisClient } from './client';
import { type RedisServer, readServer } from './server-facts';
import { asUnavailable, redisUnavailable } from './unavailable';

export interface RedisOptions {
  readonly createClient: CreateClient;
  /** `redis://` or `rediss://` (TLS), with user, password and database number. */
  readonly url: string;
  /** Begins every key, so that instances may share a server. */
  readonly prefix: string;
  readonly logger: Logger;
  /** Per command (default 1,000). */
  readonly timeoutMs?: number;
  /** From accepted connection to ready (default 2,000). */
  readonly handshakeTimeoutMs?: number;
}

export interface RedisConnection {
  readonly prefix: string;
  /** Rejects with `redisUnavailable` within `timeoutMs`; `work` may still have taken effect. */
  readonly run: <Value>(work: (client: RedisClient, server: RedisServer) => Promise<Value>) => Promise<Value>;
  readonly onConnected: (listener: () => void) => void;
  readonly close: () => void;
}

const TIMEOUT_MS = 1_000;
const HANDSHAKE_TIMEOUT_MS = 2_000;

export const connectRedis = (options: RedisOptions): RedisConnection => {
  const { prefix, logger, timeoutMs = TIMEOUT_MS, handshakeTimeoutMs = HANDSHAKE_TIMEOUT_MS } = options;
  const listeners = new Set<() => void>();
  const tellConnected = (): void => {
    for (const listener of listeners) listener();
  };
  const open = (): Link => {
    const opened = openLink(options, tellConnected);
    watchHandshakes(opened.client, handshakeTimeoutMs, () => reopen(opened));
    return opened;
  };
  let link = open();
  let isClosed = false;
  let isMute = false;
  listeners.add(() => {
    isMute = false;
  });
  /** An open but silent connection would stay so for many minutes. */
  const reopen = (mute: Link): void => {
    if (isClosed || mute !== link) return;
    if (!isMute) logger.warn('Redis did not answer in time; the service reconnects');
    isMute = true;
    link = open();
    mute.client.destroy();
  };
  return {
    prefix,
    run: async (work) => {
      const asked = link;
      if (!asked.client.isReady) throw redisUnavailable('is not connected');
      try {
        return await inTime(timeoutMs, runOn(asked, work), () => {
          reopen(asked);
          throw redisUnavailable('did not answer in time');
        });
      } catch (error) {
        throw asUnavailable(error);
      }
    },
    onConnected: (listener) => {
      listeners.add(listener);
      if (link.client.isReady) listener();
    },
    close: () => {
      isClosed = true;
      link.client.destroy();
    },
  };
};

interface Link {
  readonly client: RedisClient;
  readonly server: () => Promise<RedisServer>;
  readonly epoch: () => number;
}

/** The client has no deadline for a server that accepts a connection and does not answer. */
const watchHandshakes = (client: RedisClient, timeoutMs: number, onMute: () => void): void => {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  client.on('connect', () => {
    stop();
    timer = setTimeout(onMute, timeoutMs);
  });
  for (const event of ['ready', 'error', 'reconnecting', 'end'] as const) client.on(event, stop);
};

const openLink = ({ createClient, url, logger }: RedisOptions, onConnected: () => void): Link => {
  const client = clientOf(createClient, url);
  let facts: Promise<RedisServer> | null = null;
  let epoch = 0;
  let isAway = false;
  client.on('ready', () => {
    facts = null;
    epoch += 1;
    if (isAway) logger.info('Redis is back');
    isAway = false;
    onConnected();
  });
  // Logged once per outage, and only the message: the client's options contain its password.
  client.on('error', (error: Error) => {
    if (!isAway) logger.warn({ reason: error.message }, 'Redis is unreachable');
    isAway = true;
  });
  client.connect().catch(() => {
    // Failures arrive as `error` events, and the client reconnects until destroyed.
  });
  const server = (): Promise<RedisServer> => {
    if (facts !== null) return facts;
    const asked = readServer(client, logger);
    facts = asked;
    asked.catch(() => {
      if (facts === asked) facts = null;
    });
    return asked;
  };
  return { client, server, epoch: () => epoch };
};

/** The server may change during any await, so the epoch is checked before the work begins. */
const runOn = async <Value>(
  link: Link,
  work: (client: RedisClient, server: RedisServer) => Promise<Value>,
): Promise<Value> => {
  const epoch = link.epoch();
  const server = await link.server();
  if (link.epoch() !== epoch) throw redisUnavailable('was reconnected just now');
  return work(link.client, server);
};
