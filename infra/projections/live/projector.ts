import type { Position } from '../../../aggregates/events';
import { createBackoff } from '../../../commands/timing/backoff';
import { rest } from '../../timing/rest';
import { AnotherLog, beginRight } from './begin';
import { follow } from './follow';
import { createLane, type Lane, type LaneStatus } from './lane';
import { elect, type Leadership } from './leader';
import { DEFAULT_LIMITS, type ProjectorOptions } from './projector-options';

export interface ProjectorStatus {
  readonly isLeading: boolean;
  /** The subscription has reached the end of the log, and has not been cut since. */
  readonly isFollowing: boolean;
  /** Why it stopped leading or could not begin; null while leading or standing by normally. */
  readonly error: string | null;
  /** Reason of the final stop; null while the projector runs. */
  readonly over: string | null;
  readonly projections: readonly LaneStatus[];
}

export interface Projector {
  /** Finishes transactions in flight and releases the lock. */
  readonly stop: () => Promise<void>;
  readonly status: () => ProjectorStatus;
}

type State = { -readonly [Name in Exclude<keyof ProjectorStatus, 'projections'>]: ProjectorStatus[Name] } & {
  lanes: readonly Lane[];
};

const RETRY_LONGEST_MS = 2_000;

/** While leading, reads the log by one subscription. Each projection applies each event exactly once. */
export function startProjector(options: ProjectorOptions): Projector {
  const stopping = new AbortController();
  const state: State = { isLeading: false, isFollowing: false, error: null, over: null, lanes: [] };
  const onFollowing = (isFollowing: boolean): void => {
    state.isFollowing = isFollowing;
  };
  const running = supervise({ ...options, onFollowing }, state, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
    status: () => {
      const { lanes, ...status } = state;
      return { ...status, projections: lanes.map((lane) => lane.status()) };
    },
  };
}

async function supervise(options: ProjectorOptions, state: State, signal: AbortSignal): Promise<void> {
  const { firstRetryMs, secondLookMs } = { ...DEFAULT_LIMITS, ...options.limits };
  const retry = createBackoff({ firstMs: firstRetryMs, longestMs: RETRY_LONGEST_MS });
  let isDoubted = false;
  while (!signal.aborted) {
    const ended = await leadOnce(options, state, signal, () => {
      isDoubted = false;
      retry.reset();
    });
    if (isAborted(signal)) return;
    if (ended instanceof AnotherLog && isDoubted) {
      stopForGood(options, state, ended);
      return;
    }
    isDoubted ||= ended instanceof AnotherLog;
    if (ended instanceof AnotherLog) options.tenure.doubt();
    // A leader that was replaced still answers for a while: only two comparisons are certain.
    const delayMs = ended instanceof AnotherLog ? secondLookMs : retry.next();
    options.logger.error({ cause: state.error, delayMs }, 'the projector starts again');
    await rest(delayMs, signal);
  }
}

async function leadOnce(
  options: ProjectorOptions,
  state: State,
  signal: AbortSignal,
  onBegun: () => void,
): Promise<unknown> {
  const onStandby = (): void => {
    state.error = null;
  };
  try {
    await options.tenure.untilRight(signal);
    const leadership = await elect({ ...options, onStandby }, signal);
    if (leadership === null) return null;
    state.error = await leadWhile(options, state, { leadership, onBegun }, signal);
    return state.error;
  } catch (error) {
    state.error = error instanceof Error ? error.message : String(error);
    return error;
  }
}

function stopForGood({ logger }: ProjectorOptions, state: State, { message, told }: AnotherLog): void {
  state.over = told;
  logger.error({ cause: message }, 'the projector has stopped: its rows come from another log');
}

// Hides `aborted` from narrowing: TypeScript assumes it stays false across an await.
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

interface Led {
  readonly leadership: Leadership;
  readonly onBegun: () => void;
}

async function leadWhile(
  options: ProjectorOptions,
  state: State,
  { leadership, onBegun }: Led,
  signal: AbortSignal,
): Promise<string | null> {
  const ending = new AbortController();
  try {
    await options.tenure.begin(signal);
    await beginRight(options);
    onBegun();
    state.lanes = createLanes(options);
    state.isLeading = true;
    state.error = null;
    options.logger.info(
      { projections: options.projections.map(({ name }) => name) },
      'this process leads the projections',
    );
    const ends = [leadership.lost, options.tenure.over(ending.signal)];
    return await follow({ options, lanes: state.lanes, ends }, signal);
  } finally {
    ending.abort();
    state.isLeading = false;
    state.isFollowing = false;
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
        logger.error(parked, 'an event cannot be applied: the stream is parked');
        onParked(parked);
      },
    }),
  );
}
