import type { Pool } from 'pg';
import { createBell } from '../../../packages/event-store/timing/bell';
import type { Logger } from '../../logger';
import type { Notifier } from '../../postgres/notify';
import { readCheckpoints } from './checkpoints';
import type { PositionBoard } from './wait';

export interface FollowCheckpointsOptions {
  readonly pool: Pool;
  readonly board: PositionBoard;
  /** On APPLIED_CHANNEL; only shortens the wait. */
  readonly notifier: Pick<Notifier, 'onNotify'>;
  readonly isLeading: () => boolean;
  readonly logger: Logger;
  readonly pollMs?: number;
}

const POLL_MS = 100;

/** For processes that do not project: one query for all waiters, after each notification and every `pollMs`. */
export function followCheckpoints(options: FollowCheckpointsOptions): { readonly stop: () => Promise<void> } {
  const { pool, board, isLeading, logger } = options;
  /** Keeps a notification that arrives during a query, which could not see its change. */
  const news = createBell();
  const state = { stopped: false };
  const read = async (): Promise<void> => {
    if (isLeading() || !board.isWaiting()) return;
    for (const [projection, { position }] of await readCheckpoints(pool)) board.advance(projection, position);
  };
  const run = async (): Promise<void> => {
    while (!state.stopped) {
      await read().catch((error: unknown) => {
        logger.warn({ err: error }, 'the checkpoints could not be read');
      });
      await news.wait(options.pollMs ?? POLL_MS);
    }
  };
  const unlisten = options.notifier.onNotify(news.ring);
  const running = run();
  return {
    stop: async () => {
      state.stopped = true;
      unlisten();
      news.ring();
      await running;
    },
  };
}
