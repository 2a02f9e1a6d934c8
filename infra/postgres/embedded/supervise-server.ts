import type { Logger } from '../../logger';
import type { ClusterHome } from './cluster-home';
import { isServerOf, type Server, stopServer } from './server-process';

export interface SupervisedServer {
  readonly pid: () => number;
  readonly stop: () => Promise<void>;
}

const CHECK_INTERVAL_MS = 500;

/** Of the 15 s in which a service ends. On a busy disk a flush takes longer; the next start recovers from its log. */
const FLUSH_WITHIN_MS = 2_000;

/** Restarts a server that ends unasked (killed for memory, say) on its port; one try per check until stopped. */
export function superviseServer(
  home: ClusterHome,
  first: Server,
  relaunch: () => Promise<Server>,
  logger: Logger,
): SupervisedServer {
  let server = first;
  let isStopping = false;
  let check: Promise<void> | null = null;

  const restart = async (): Promise<void> => {
    logger.error({ pid: server.pid }, 'the embedded PostgreSQL has ended; it is started again');
    try {
      server = await relaunch();
    } catch (error) {
      logger.error({ err: error }, 'the embedded PostgreSQL could not be started again');
    }
  };
  const timer = setInterval(() => {
    if (isStopping || check !== null || isServerOf(home, server.pid) !== false) return;
    check = restart().finally(() => {
      check = null;
    });
  }, CHECK_INTERVAL_MS);
  timer.unref();

  return {
    pid: () => server.pid,
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await check;
      await stopServer(home, server.pid, FLUSH_WITHIN_MS);
    },
  };
}
