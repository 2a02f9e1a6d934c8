import type { Position } from '../../../aggregates/events';
import { createBackoff } from '../../../commands/timing/backoff';
import { rest } from '../../timing/rest';
import { ensureCheckpoints } from '../waiting/checkpoints';
import { follow } from './follow';
import { createLane, type Lane, type LaneStatus } from './lane';
import { elect, type Leadership } from './leader';
import { DEFAULT_LIMITS, type ProjectorOptions } from './projector-options';

export interface ProjectorStatus {
  readonly isLeading: boolean;
  /** Why it stopped leading or could not begin; null while leading or standing by normally. */
  readonly error: string | null;
  readonly projections: readonly LaneStatus[];
}

export interface Projector {
  /** Finishes transactions in flight and releases the lock. */
  readonly stop: () => Promise<void>;
  readonly status: () => ProjectorStatus;
}

interface State {
  isLeading: boolean;
  error: string | null;
  lanes: readonly Lane[];
}

const RETRY_LONGEST_MS = 2_000;

/**
 * While leading, follows the log over one subscription; otherwise stands by. Each projection advances independently,
 * exactly once, through restarts, lost connections and a second leader.
 */
export function startProjector(options: ProjectorOptions): Projector {
  const stopping = new AbortController();
  const state: State = { isLeading: false, error: null, lanes: [] };
  const running = supervise(options, state, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
    status: () => ({
      isLeading: state.isLeading,
      error: state.error,
      projections: state.lanes.map((lane) => lane.status()),
    }),
  };
}

async function supervise(options: ProjectorOptions, state: State, signal: AbortSignal): Promise<void> {
  const { firstRetryMs } = { ...DEFAULT_LIMITS, ...options.limits };
  const retry = createBackoff({ firstMs: firstRetryMs, longestMs: RETRY_LONGEST_MS });
  const onStandby = (): void => {
    state.error = null;
  };
  while (!signal.aborted) {
    try {
      const leadership = await elect({ ...options, onStandby }, signal);
      if (leadership === null) return;
      retry.reset();
      state.error = await leadWhile(options, state, leadership, signal);
    } catch (error) {
      state.error = error instanceof Error ? error.message : String(error);
    }
    if (isAborted(signal)) return;
    const delayMs = retry.next();
    options.logger.error({ cause: state.error, delayMs }, 'the projector starts again');
    await rest(delayMs, signal);
  }
}

// Hides `aborted` from narrowing: TypeScript assumes it stays false across an await.
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

async function leadWhile(
  options: ProjectorOptions,
  state: State,
  leadership: Leadership,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const names = options.projections.map(({ name }) => name);
    await ensureCheckpoints(options.pool, names);
    state.lanes = createLanes(options);
    state.isLeading = true;
    state.error = null;
    options.logger.info({ projections: names }, 'this process projects');
    return await follow(options, state.lanes, leadership.lost, signal);
  } finally {
    state.isLeading = false;
    state.lanes = [];
    await leadership.resign();
  }
}

function createLanes(options: ProjectorOptions): readonly Lane[] {
  const { pool, logger, board } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const onParked = options.onParked ?? (() => undefined);
  const onApplied = (name: string, position: Position): void => board?.advance(name, position);
  return options.projections.map((projection) =>
    createLane({
      ...limits,
      pool,
      projection,
      logger,
      onApplied,
      onParked: (parked) => {
        logger.error(parked, 'an event cannot be applied: its stream is parked');
        onParked(parked);
      },
    }),
  );
}
