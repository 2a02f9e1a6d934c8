import type { createClient } from 'redis';
import { backoffMs } from '../../commands/timing/backoff';

const CONNECT_TIMEOUT_MS = 1_000;
/** Unanswered commands; any beyond are refused at once. */
const MAXIMUM_QUEUE = 10_000;
const RETRY = { firstMs: 50, longestMs: 1_000 };

export type CreateClient = typeof createClient;

/** Loaded only for use: its 650 modules would be a fifth of a second of every start. */
export const loadRedis = async (): Promise<CreateClient> => (await import('redis')).createClient;

export const clientOf = (create: CreateClient, url: string) =>
  create({
    url,
    RESP: 2,
    // Fails fast while disconnected instead of queueing.
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAXIMUM_QUEUE,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries) => backoffMs(RETRY, retries + 1),
    },
  });

export type RedisClient = ReturnType<typeof clientOf>;
