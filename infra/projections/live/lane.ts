import { setTimeout as pause } from 'node:timers/promises';
import { isAfter, type Position, type Recorded, START } from '../../../aggregates/events';
import { backoffMs } from '../../../commands/timing/backoff';
import { type Bell, createBell } from '../../timing/bell';
import { type Applier, type ApplierOptions, CheckpointMoved, createApplier } from './applier';
import { wants } from './batch';

export interface LaneOptions extends ApplierOptions {
  readonly batchEvents: number;
  /** How many events may wait before the subscription has to. */
  readonly queuedEvents: number;
  /** A projection that wants nothing writes its checkpoint this often. */
  readonly idleCheckpointMs: number;
  /** After a failure that is not an event's fault; doubled each time. */
  readonly firstRetryMs: number;
}

/**
 * One projection's way from the shared subscription to its tables. One that keeps failing does not hold the others:
 * when its queue is full it lets the log pass, and asks for what it has missed once it has applied what it kept.
 */
export interface Lane {
  readonly name: string;
  /** Where the subscription must begin for this projection. */
  readonly load: () => Promise<Position>;
  /** Takes the next events of the log; resolves when there is room for more. */
  readonly offer: (events: readonly Recorded[], considered: Position) => Promise<void>;
  /** Applies what is offered until aborted; rejects when the subscription must begin again further back. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly status: () => LaneStatus;
}

export interface LaneStatus {
  readonly name: string;
  readonly position: Position;
  readonly queuedEvents: number;
  /** Why the projection does not advance at the moment. */
  readonly error: string | null;
}

/** The events after the stored checkpoint must come again. */
class LostPlace extends Error {
  constructor(projection: string, why: string) {
    super(`${projection} must read the log again from its checkpoint: ${why}`);
    this.name = 'LostPlace';
  }
}

const RETRY_LONGEST_MS = 5_000;
/** While a projection catches up its queue is always full: a deadlock or a slow statement must not cost it its place. */
const PASSING_FAILURES = 2;

interface State extends LaneOptions {
  readonly applier: Applier;
  readonly arrived: Bell;
  readonly room: Bell;
  queue: Recorded[];
  /** Up to here the log has been looked at, and what was wanted is queued. */
  considered: Position;
  writtenAtMs: number;
  /** In a row. */
  failures: number;
  error: string | null;
  /** The stored checkpoint has to be read before anything else. */
  uncertain: boolean;
  /** It kept failing with its queue full, and the log went on without it. */
  hasMissed: boolean;
  closed: boolean;
}

export function createLane(options: LaneOptions): Lane {
  const state: State = {
    ...options,
    applier: createApplier(options),
    arrived: createBell(),
    room: createBell(),
    queue: [],
    considered: START,
    writtenAtMs: 0,
    failures: 0,
    error: null,
    uncertain: false,
    hasMissed: false,
    closed: false,
  };
  return {
    name: options.projection.name,
    load: () => load(state),
    offer: (events, considered) => offer(state, events, considered),
    run: (signal) => run(state, signal),
    status: () => ({
      name: options.projection.name,
      position: state.applier.position(),
      queuedEvents: state.queue.length,
      error: state.error,
    }),
  };
}

async function load(state: State): Promise<Position> {
  const position = await state.applier.reload();
  state.considered = position;
  state.onApplied(state.projection.name, position);
  return position;
}

async function offer(state: State, events: readonly Recorded[], considered: Position): Promise<void> {
  const { projection, queue, queuedEvents } = state;
  if (state.closed || state.hasMissed) return;
  const position = state.applier.position();
  for (const event of events) {
    if (isAfter(event.position, position) && wants(projection, event.stream)) queue.push(event);
  }
  if (isAfter(considered, state.considered)) state.considered = considered;
  state.arrived.ring();
  while (state.queue.length >= queuedEvents) {
    if (state.failures > PASSING_FAILURES) {
      state.hasMissed = true;
      return;
    }
    await state.room.wait();
  }
}

async function run(state: State, signal: AbortSignal): Promise<void> {
  signal.addEventListener('abort', () => {
    state.closed = true;
    state.queue = [];
    state.arrived.ring();
    state.room.ring();
  });
  while (!signal.aborted) await attempt(state, signal);
}

async function attempt(state: State, signal: AbortSignal): Promise<void> {
  try {
    if (state.uncertain) await takePlace(state);
    state.uncertain = false;
    await step(state, signal);
    state.failures = 0;
    state.error = null;
  } catch (error) {
    if (signal.aborted || error instanceof LostPlace) throw error;
    state.uncertain = true;
    if (error instanceof CheckpointMoved) state.logger.info({ projection: state.projection.name }, error.message);
    else await backOff(state, error, signal);
  }
}

/** One transaction for many events costs little more than one for a few, so a busy log is taken in gulps. */
const GATHER_MS = 100;
const GATHER_AWAITED_MS = 25;
const GATHERED_EVENTS = 200;

/** Too short to be interrupted: a signal that every projection listened to here would have too many listeners. */
async function gather(state: State): Promise<void> {
  const gatherMs = state.projection.isAwaited === true ? GATHER_AWAITED_MS : GATHER_MS;
  const restMs = state.writtenAtMs + gatherMs - performance.now();
  if (state.queue.length === 0 || state.queue.length >= GATHERED_EVENTS || restMs <= 0) return;
  await pause(restMs);
}

async function step(state: State, signal: AbortSignal): Promise<void> {
  await gather(state);
  if (signal.aborted) return;
  const batch = state.queue.slice(0, state.batchEvents);
  if (batch.length === 0 && state.hasMissed) {
    throw new LostPlace(state.projection.name, 'the log went on while it kept failing');
  }
  if (batch.length === 0) return idle(state, signal);
  const to = batch.length === state.queue.length ? state.considered : batch.at(-1)!.position;
  await state.applier.apply(batch, to, signal);
  // They stay queued until they are applied, so that after a failure they are still there.
  state.queue.splice(0, batch.length);
  state.writtenAtMs = performance.now();
  state.room.ring();
}

async function idle(state: State, signal: AbortSignal): Promise<void> {
  const { applier, arrived, considered } = state;
  if (!isAfter(considered, applier.position())) {
    await arrived.wait();
    return;
  }
  // There is nothing to write for these events: whoever waits in this process need not wait for the checkpoint.
  state.onApplied(state.projection.name, considered);
  const dueInMs = state.writtenAtMs + state.idleCheckpointMs - performance.now();
  if (dueInMs > 0) {
    await arrived.wait(dueInMs);
    return;
  }
  await applier.apply([], considered, signal);
  state.writtenAtMs = performance.now();
}

async function backOff(state: State, error: unknown, signal: AbortSignal): Promise<void> {
  state.failures += 1;
  const delayMs = backoffMs({ firstMs: state.firstRetryMs, longestMs: RETRY_LONGEST_MS }, state.failures);
  state.error = error instanceof Error ? error.message : String(error);
  state.logger.error({ err: error, projection: state.projection.name, delayMs }, 'a projection does not advance');
  // Whoever waits for room may have waited enough.
  state.room.ring();
  await pause(delayMs, undefined, { signal });
}

/** After any failure the stored checkpoint tells what has been applied; the events after it are still queued. */
async function takePlace(state: State): Promise<void> {
  const { applier, projection } = state;
  const before = applier.position();
  const position = await applier.reload();
  if (isAfter(before, position)) throw new LostPlace(projection.name, 'the checkpoint has gone back');
  state.queue = state.queue.filter((event) => isAfter(event.position, position));
  if (isAfter(position, state.considered)) state.considered = position;
  state.onApplied(projection.name, position);
  state.room.ring();
}
