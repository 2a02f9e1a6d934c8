import createSubscriber from 'pg-listen';
import type { Position } from '../../aggregates/events';
import type { Logger } from '../logger';

export interface Notifier {
  /** Publishes the applied position. Never rejects: listeners also poll. */
  readonly notify: (position: Position) => Promise<void>;
  readonly onNotify: (listener: (position: Position) => void) => () => void;
  readonly close: () => Promise<void>;
}

export interface NotifierOptions {
  readonly connectionString: string;
  readonly channel: string;
  readonly logger: Logger;
}

const RETRY_INTERVAL_MS = 500;
const CONNECT_TIMEOUT_MS = 2_000;
const ANSWER_TIMEOUT_MS = 5_000;
/** How often a query detects a silently dead connection. */
const CHECK_INTERVAL_MS = 10_000;

/** Notifies when its transaction commits, so that no listener reads too early. */
export const notification = (channel: string, position: Position) => ({
  text: 'SELECT pg_notify($1, $2)',
  values: [channel, serialize(position)],
});

/** Notifications sent while disconnected are lost; it reconnects for ever. Rejects when the first connection fails. */
export async function createNotifier({ connectionString, channel, logger }: NotifierOptions): Promise<Notifier> {
  let closed = false;
  const retryInterval = () => {
    // pg-listen would reconnect even after close.
    if (closed) throw new Error('the notifier was closed');
    return RETRY_INTERVAL_MS;
  };
  const subscriber = createSubscriber<Record<string, Position>>(
    { connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: ANSWER_TIMEOUT_MS },
    { retryInterval, retryTimeout: Infinity, paranoidChecking: CHECK_INTERVAL_MS, parse, serialize },
  );
  subscriber.events.on('error', (error) => {
    if (!closed) logger.warn({ err: error, channel }, 'a notification was lost');
  });
  subscriber.events.on('connected', () => {
    if (closed) void subscriber.close();
  });
  try {
    await subscriber.connect();
    await subscriber.listenTo(channel);
  } catch (error) {
    closed = true;
    void subscriber.close().catch(() => undefined);
    throw error;
  }
  return {
    notify: async (position) => {
      await subscriber.notify(channel, position).catch((error: unknown) => {
        logger.warn({ err: error, channel }, 'a notification could not be sent');
      });
    },
    onNotify: (listener) => {
      subscriber.notifications.on(channel, listener);
      return () => void subscriber.notifications.removeListener(channel, listener);
    },
    close: async () => {
      closed = true;
      await subscriber.close();
    },
  };
}

function serialize({ commit, prepare }: Position): string {
  return JSON.stringify({ commit: commit.toString(), prepare: prepare.toString() });
}

function parse(text: string): Position {
  const { commit, prepare } = JSON.parse(text) as { commit: string; prepare: string };
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}
