import type { Logger } from '../../logger';
import { type LockOptions, type LockSession, openLockSession } from './lock-session';

export interface Unheld {
  readonly because: string;
  /** A store tool holds the lock exclusively, for minutes. */
  readonly isTaken: boolean;
  readonly sinceMs: number;
}

/** The shared lock of the ledger, held by every process that may write, for its life. */
export interface SharedHold {
  /** False: no append and no dispatch is allowed. */
  readonly isHeld: () => boolean;
  readonly unheld: () => Unheld | null;
  /** Takes the lock again after each loss, until closed. `onChange` follows a loss and precedes `isHeld`. */
  readonly begin: (onChange: () => void) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface SharedHoldOptions extends LockOptions {
  readonly logger: Pick<Logger, 'warn'>;
  readonly rest: (ms: number, signal: AbortSignal) => Promise<void>;
}

const RETRY_MS = 500;
const TAKEN = 'an export, import or attach of the ledger is running and has the exclusive lock';

interface State {
  session: LockSession | null;
  /** Result of the attempts since the lock was lost. The fate of an unproved session is not known yet. */
  unheld: Unheld | null;
  wasHeld: boolean;
  onChange: () => void;
}

export const createSharedHold = (options: SharedHoldOptions): SharedHold => {
  const { rest } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const unheld = { because: 'the lock is not taken yet', isTaken: false, sinceMs: options.nowMs() };
  const state: State = { session: null, unheld, wasHeld: false, onChange: () => undefined };
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
    unheld: () => (isHeld() ? null : (state.unheld ?? unproved(options))),
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
    state.unheld = session === null ? { ...still(options, state), because: TAKEN, isTaken: true } : null;
  } catch (error) {
    state.unheld = { ...still(options, state), because: messageOf(error), isTaken: false };
  }
};

const unproved = ({ nowMs }: SharedHoldOptions): Unheld => ({
  ...{ because: 'PostgreSQL does not answer', isTaken: false, sinceMs: nowMs() },
});

/** The earlier start of the same state. */
const still = (options: SharedHoldOptions, { unheld }: State): Unheld => unheld ?? unproved(options);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const lost = async ({ logger, nowMs }: SharedHoldOptions, state: State, isStopping: () => boolean): Promise<void> => {
  const because = (await state.session?.over) ?? '';
  state.session = null;
  state.unheld = { because, isTaken: false, sinceMs: nowMs() };
  if (isStopping()) return;
  state.onChange();
  logger.warn({ because }, 'the lock of the ledger was lost with its connection: writes wait until the lock is back');
};
