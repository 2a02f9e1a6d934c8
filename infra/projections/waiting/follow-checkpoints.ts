import type { Pool } from 'pg';
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

/** For processes that do not project: one query for all waiters, per notification and every `pollMs`. */
export function followCheckpoints(options: FollowCheckpointsOptions): { readonly stop: () => Promise<void> } {
  const { pool, board, isLeading, logger } = options;
  const state = { isReading: false, again: false, stopped: false };

  const read = async (): Promise<void> => {
    state.again = false;
    if (state.stopped || isLeading() || !board.isWaiting()) return;
    for (const [projection, { position }] of await readCheckpoints(pool)) board.advance(projection, position);
  };

  const isAgain = (): boolean => state.again;

  const wake = async (): Promise<void> => {
    state.again = true;
    if (state.isReading) return;
    state.isReading = true;
    try {
      // A notification during a query may report what the query could not see.
      do await read();
      while (isAgain());
    } catch (error) {
      logger.warn({ err: error }, 'the checkpoints are unknown');
    } finally {
      state.isReading = false;
    }
  };

  const last: { waking: Promise<void> } = { waking: Promise.resolve() };
  const trigger = (): void => {
    last.waking = wake();
  };
  const timer = setInterval(trigger, options.pollMs ?? POLL_MS);
  const unlisten = options.notifier.onNotify(trigger);
  return {
    stop: async () => {
      state.stopped = true;
      clearInterval(timer);
      unlisten();
      await last.waking;
    },
  };
}
