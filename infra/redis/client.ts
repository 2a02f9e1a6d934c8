import { createClient } from 'redis';
import { backoffMs } from '../../commands/timing/backoff';

const CONNECT_TIMEOUT_MS = 1_000;
/** Commands written and not answered; beyond it they are refused at once. */
const MAXIMUM_QUEUE = 10_000;
const RETRY = { firstMs: 50, longestMs: 1_000 };

/** A client of one server, not connected yet. */
export const clientOf = (url: string) =>
  createClient({
    url,
    RESP: 2,
    // What cannot be sent now is refused: a caller has something better to do than to wait in a queue.
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAXIMUM_QUEUE,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries) => backoffMs(RETRY, retries + 1),
    },
  });

export type RedisClient = ReturnType<typeof clientOf>;
