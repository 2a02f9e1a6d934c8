import { setTimeout as pause } from 'node:timers/promises';
import { isAfter, type Position, type Recorded } from '../../../aggregates/events';
import { backoffMs } from '../../../commands/timing/backoff';
import { createBell } from '../../../packages/event-store/timing/bell';
import { type BatchLimits, bytesOf, type Fault, isFault, nextBatch, type Queued } from '../faulty/faults';
import { type ApplierOptions, CheckpointMoved, createApplier } from '../rows/applier';
import { wants } from '../rows/batch';
import { NOWHERE, placeOf, type Reached, reachedBy } from '../waiting/reached';
import { gatheringTime } from './gathering-time';

export interface LaneOptions extends ApplierOptions, BatchLimits {
  readonly queuedEvents: number;
  readonly queuedBytes: number;
  /** How often an idle projection writes its checkpoint. */
  readonly idleCheckpointMs: number;
  /** Pause after a failure that is not an event's fault; doubles each time. */
  readonly firstRetryMs: number;
}

/** Queue between the shared subscription and a projection. A full queue skips events, and rereads them later. */
export interface Lane {
  readonly name: string;
  readonly load: () => Promise<Reached>;
  /** Queues the log's next events; resolves when there is room for more. */
  readonly offer: (queued: readonly Queued[], considered: Position) => Promise<void>;
  /** Applies queued events until aborted; rejects when the subscription must restart further back. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly status: () => LaneStatus;
}

export interface LaneStatus {
  readonly name: string;
  readonly position: Position;
  readonly queuedEvents: number;
  /** Why the projection does not advance; null when it does. */
  readonly error: string | null;
}

class LostPlace extends Error {
  constructor(projection: string, why: string) {
    super(`${projection} must read the log again from its checkpoint: ${why}`);
    this.name = 'LostPlace';
  }
}

const RETRY_LONGEST_MS = 5_000;
/** During catch-up the queue is always full: a deadlock or a slow statement must not lose its place. */
const PASSING_FAILURES = 2;

const stateOf = (options: LaneOptions) => ({
  ...options,
  applier: createApplier(options),
  arrived: createBell(),
  room: createBell(),
  queue: [] as Queued[],
  heldBytes: 0,
  /** The log is read up to here, and wanted events are queued. */
  considered: NOWHERE,
  writtenAtMs: 0,
  tookMs: 0,
  failures: 0,
  error: null as string | null,
  /** The stored checkpoint must be read first. */
  uncertain: false,
  /** The lane failed with a full queue, and events were skipped. */
  hasMissed: false,
  closed: false,
});

type State = ReturnType<typeof stateOf>;

export function createLane(options: LaneOptions): Lane {
  const state = stateOf(options);
  return {
    name: options.projection.name,
    load: () => load(state),
    offer: (events, considered) => offer(state, events, considered),
    run: (signal) => run(state, signal),
    status: () => ({
      name: options.projection.name,
      position: state.applier.reached().position,
      queuedEvents: state.queue.length,
      error: state.error,
    }),
  };
}

async function load(state: State): Promise<Reached> {
  const reached = await state.applier.reload();
  state.considered = reached;
  state.onApplied(state.projection.name, reached.position);
  return reached;
}

async function offer(state: State, events: readonly Queued[], upTo: Position): Promise<void> {
  const { projection } = state;
  if (state.closed || state.hasMissed) return;
  const place = placeOf(state.applier.reached());
  for (const event of events) {
    if (isAfter(event.position, place) && wants(projection, event.stream)) enqueue(state, event);
  }
  state.considered = further(state.considered, events, upTo);
  state.arrived.ring();
  while (isFull(state)) {
    if (state.failures > PASSING_FAILURES) {
      state.hasMissed = true;
      return;
    }
    await state.room.wait();
  }
}

function enqueue(state: State, queued: Queued): void {
  state.queue.push(queued);
  state.heldBytes += bytesOf(queued);
}

function dequeue(state: State, count: number): void {
  for (const done of state.queue.splice(0, count)) state.heldBytes -= bytesOf(done);
  state.room.ring();
}

const isFull = ({ queue, heldBytes, queuedEvents, queuedBytes }: State): boolean =>
  queue.length >= queuedEvents || heldBytes >= queuedBytes;

function further(known: Reached, events: readonly Queued[], upTo: Position): Reached {
  const last = events.findLast((event): event is Recorded => !isFault(event));
  return {
    considered:
      last === undefined || !isAfter(last.position, placeOf(known)) ? known.considered : reachedBy(last).considered,
    position: isAfter(upTo, known.position) ? upTo : known.position,
  };
}

async function run(state: State, signal: AbortSignal): Promise<void> {
  signal.addEventListener('abort', () => {
    state.closed = true;
    [state.queue, state.heldBytes] = [[], 0];
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

const GATHERED_EVENTS = 200;

/** Not interruptible, being short: every projection would add a listener to the signal. */
async function gather(state: State): Promise<void> {
  const { isAwaited } = state.projection;
  const restMs = state.writtenAtMs + gatheringTime(isAwaited === true, state.tookMs) - performance.now();
  if (state.queue.length === 0 || state.queue.length >= GATHERED_EVENTS || restMs <= 0) return;
  await pause(restMs);
}

async function step(state: State, signal: AbortSignal): Promise<void> {
  await gather(state);
  if (signal.aborted) return;
  const next = nextBatch(state.queue, state);
  if ('faults' in next) return parkNext(state, next.faults);
  const batch = next.events;
  if (batch.length === 0 && state.hasMissed) {
    throw new LostPlace(state.projection.name, 'the log grew while the projection failed');
  }
  if (batch.length === 0) return idle(state, signal);
  const to = batch.length === state.queue.length ? state.considered : reachedBy(batch.at(-1)!);
  const startedMs = performance.now();
  await state.applier.apply(batch, to, signal);
  // Events stay queued until applied, to survive a failure.
  state.writtenAtMs = performance.now();
  state.tookMs = state.writtenAtMs - startedMs;
  dequeue(state, batch.length);
}

async function parkNext(state: State, faults: readonly Fault[]): Promise<void> {
  await state.applier.park(faults);
  dequeue(state, faults.length);
}

async function idle(state: State, signal: AbortSignal): Promise<void> {
  const { applier, arrived, considered } = state;
  if (!isAfter(considered.position, applier.reached().position)) {
    await arrived.wait();
    return;
  }
  // No rows to write: waiters in this process need not wait for the checkpoint.
  state.onApplied(state.projection.name, considered.position);
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
  // Lets `offer` stop waiting once enough failures are counted.
  state.room.ring();
  await pause(delayMs, undefined, { signal });
}

/** After a failure the stored checkpoint shows the applied events; later events are still queued. */
async function takePlace(state: State): Promise<void> {
  const { applier, projection } = state;
  const before = placeOf(applier.reached());
  const reached = await applier.reload();
  const place = placeOf(reached);
  if (isAfter(before, place)) throw new LostPlace(projection.name, 'the checkpoint has gone back');
  state.queue = state.queue.filter((event) => isAfter(event.position, place));
  state.heldBytes = state.queue.reduce((bytes, queued) => bytes + bytesOf(queued), 0);
  if (isAfter(reached.position, state.considered.position)) state.considered = reached;
  state.onApplied(projection.name, reached.position);
  state.room.ring();
}
