import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isAfter, type Position, type Recorded, START } from '../../aggregates/events';
import type { EventStore } from '../../commands/event-store';
import type { Projection } from '../../projections/projection';
import type { Logger } from '../logger';
import type { ParkedStream } from './applier';
import { ensureCheckpoints } from './checkpoints';
import { createLane, type Lane, type LaneStatus } from './lane';
import { elect, type Leadership } from './leader';
import { createPositionBoard, type PositionBoard } from './wait';

export interface ProjectorOptions {
  readonly pool: Pool;
  /** For the one connection that holds the lock. */
  readonly databaseUrl: string;
  readonly eventStore: EventStore;
  readonly projections: readonly Projection[];
  readonly logger: Logger;
  /** Shared with those who wait in this process. */
  readonly board?: PositionBoard;
  readonly onParked?: (parked: ParkedStream) => void;
  readonly limits?: Partial<ProjectorLimits>;
}

export interface ProjectorLimits {
  readonly batchEvents: number;
  /** Per projection. */
  readonly queuedEvents: number;
  /** Per projection. */
  readonly cachedRows: number;
  readonly idleCheckpointMs: number;
  readonly poisonRetryDelaysMs: readonly number[];
  /** Without a word from the store for so long, its head is asked for. */
  readonly silenceMs: number;
}

export const DEFAULT_LIMITS: ProjectorLimits = {
  batchEvents: 500,
  queuedEvents: 5_000,
  cachedRows: 5_000,
  idleCheckpointMs: 200,
  poisonRetryDelaysMs: [100, 300, 1_000, 3_000, 10_000],
  silenceMs: 10_000,
};

export interface ProjectorStatus {
  readonly isLeading: boolean;
  /** Why it has stopped leading or could not begin; null while all is well. */
  readonly error: string | null;
  readonly projections: readonly LaneStatus[];
}

export interface Projector {
  /** Ends the transactions in flight and gives the lock away. */
  readonly stop: () => Promise<void>;
  readonly status: () => ProjectorStatus;
}

interface State {
  isLeading: boolean;
  error: string | null;
  lanes: readonly Lane[];
}

const RETRY_FIRST_MS = 100;
const RETRY_LONGEST_MS = 2_000;

/**
 * Follows the log for all projections over one subscription while this process leads; otherwise stands by. Every
 * projection advances by itself, exactly once, through restarts, lost connections and a second leader.
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
  let delayMs = RETRY_FIRST_MS;
  while (!signal.aborted) {
    try {
      const leadership = await elect(options, signal);
      if (leadership === null) return;
      delayMs = RETRY_FIRST_MS;
      state.error = await leadWhile(options, state, leadership, signal);
    } catch (error) {
      state.error = error instanceof Error ? error.message : String(error);
    }
    if (signal.aborted) return;
    options.logger.error({ cause: state.error, delayMs }, 'the projector starts again');
    await pause(delayMs, undefined, { signal }).catch(() => undefined);
    delayMs = Math.min(delayMs * 2, RETRY_LONGEST_MS);
  }
}

/** Answers why it has ended. */
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
    const places = await Promise.all(state.lanes.map((lane) => lane.load()));
    state.isLeading = true;
    state.error = null;
    options.logger.info({ projections: names }, 'this process projects');
    return await follow(options, state.lanes, places.reduce(earlier), leadership.lost, signal);
  } finally {
    state.isLeading = false;
    await leadership.resign();
  }
}
