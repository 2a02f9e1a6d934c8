import type { Logger } from '../../logger';
import { type LockOptions, type LockSession, openLockSession } from './lock-session';

/** The lock of the ledger, shared by every process that may write it, for its life. */
export interface SharedHold {
  /** False: nothing may be appended or dispatched. */
  readonly isHeld: () => boolean;
  /** Why it is not held, for an operator; null while it is. */
  readonly trouble: () => string | null;
  /**
   * Takes it, again after each loss, until closed. Resolves after the first attempt. `onChange` is called after a loss,
   * and before `isHeld` is true again: what was known of the pair is no longer.
   */
  readonly begin: (onChange: () => void) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface SharedHoldOptions extends LockOptions {
  readonly logger: Pick<Logger, 'warn'>;
  /** Ends early when the signal aborts. */
  readonly rest: (ms: number, signal: AbortSignal) => Promise<void>;
}

const RETRY_MS = 500;
const MOVING = 'a move of the ledger is under way: it holds the lock alone';

interface State {
  session: LockSession | null;
  trouble: string | null;
  wasHeld: boolean;
  onChange: () => void;
}

export const createSharedHold = (options: SharedHoldOptions): SharedHold => {
  const { rest } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const state: State = { session: null, trouble: 'not taken yet', wasHeld: false, onChange: () => undefined };
  let keeping: Promise<void> | null = null;
  const isStopping = (): boolean => signal.aborted;
  const goOn = async (): Promise<void> => {
    while (!isStopping()) {
      if (state.session !== null) await lost(options, state, isStopping);
      else await rest(RETRY_MS, signal);
      if (state.session === null && !isStopping()) await take(options, state, isStopping);
    }
  };
  const isHeld = (): boolean => state.session?.isProved() === true;
  return {
    isHeld,
    trouble: () => (isHeld() ? null : (state.trouble ?? 'PostgreSQL does not answer')),
    begin: async (onChange) => {
      state.onChange = onChange;
      if (keeping !== null) return;
      const first = take(options, state, isStopping);
      keeping = first.then(goOn);
      await first;
    },
    close: async () => {
      stopping.abort();
      await state.session?.close();
      await keeping;
    },
  };
};

const take = async (options: SharedHoldOptions, state: State, isStopping: () => boolean): Promise<void> => {
  try {
    const session = await openLockSession('SHARED', options);
    if (isStopping()) return await session?.close();
    if (session !== null && state.wasHeld) state.onChange();
    state.wasHeld ||= session !== null;
    state.session = session;
    state.trouble = session === null ? MOVING : null;
  } catch (error) {
    state.trouble = error instanceof Error ? error.message : String(error);
  }
};

const lost = async ({ logger }: SharedHoldOptions, state: State, isStopping: () => boolean): Promise<void> => {
  const because = (await state.session?.over) ?? '';
  state.session = null;
  state.trouble = because;
  if (isStopping()) return;
  state.onChange();
  logger.warn({ because }, 'the lock of the ledger was lost with its connection: nothing is appended until it is back');
};
