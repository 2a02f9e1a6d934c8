import { createClient } from 'redis';

const CONNECT_TIMEOUT_MS = 1_000;
/** Commands written and not answered; beyond it they are refused at once. */
const MAXIMUM_QUEUE = 10_000;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 1_000;

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
      reconnectStrategy: (retries) => Math.min(FIRST_RETRY_MS * 2 ** Math.min(retries, 10), LONGEST_RETRY_MS),
    },
  });

export type RedisClient = ReturnType<typeof clientOf>;
