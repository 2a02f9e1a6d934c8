import { setTimeout as pause } from 'node:timers/promises';
import { isAfter, type Position, type Recorded, START } from '../../aggregates/events';
import { type ApplierOptions, CheckpointMoved, createApplier } from './applier';
import { wants } from './batch';
import { createSignal } from './signal';

export interface LaneOptions extends ApplierOptions {
  readonly batchEvents: number;
  /** How many events may wait before the subscription has to. */
  readonly queuedEvents: number;
  /** A projection that wants nothing writes its checkpoint this often. */
  readonly idleCheckpointMs: number;
}

/** One projection's way from the shared subscription to its tables. A slow or failing one does not hold the others. */
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

/** The database has gone back in time: the events in between must come again. */
export class LostPlace extends Error {
  constructor(projection: string) {
    super(`the checkpoint of ${projection} has gone back`);
    this.name = 'LostPlace';
  }
}

const RETRY_FIRST_MS = 100;
const RETRY_LONGEST_MS = 5_000;

interface State {
  queue: Recorded[];
  considered: Position;
  writtenAtMs: number;
  failures: number;
  uncertain: boolean;
  error: string | null;
}

export function createLane(options: LaneOptions): Lane {
  const { projection, logger, onApplied } = options;
  const applier = createApplier(options);
  const state: State = { queue: [], considered: START, writtenAtMs: 0, failures: 0, uncertain: false, error: null };
  const arrived = createSignal();
  const room = createSignal();

  const load = async (): Promise<Position> => {
    const position = await applier.reload();
    state.considered = position;
    onApplied(projection.name, position);
    return position;
  };

  const offer = async (events: readonly Recorded[], considered: Position): Promise<void> => {
    const position = applier.position();
    for (const event of events) {
      if (isAfter(event.position, position) && wants(projection, event.stream)) state.queue.push(event);
    }
    if (isAfter(considered, state.considered)) state.considered = considered;
    arrived.notify();
    while (state.queue.length >= options.queuedEvents) await room.wait();
  };

  const step = async (signal: AbortSignal): Promise<void> => {
    const batch = state.queue.slice(0, options.batchEvents);
    if (batch.length === 0) return idle(signal);
    const to = batch.length === state.queue.length ? state.considered : batch.at(-1)!.position;
    await applier.apply(batch, to, signal);
    state.queue.splice(0, batch.length);
    state.writtenAtMs = performance.now();
    room.notify();
  };

  const idle = async (signal: AbortSignal): Promise<void> => {
    if (!isAfter(state.considered, applier.position())) return arrived.wait();
    // There is nothing to write for these events: whoever waits in this process need not wait for the checkpoint.
    onApplied(projection.name, state.considered);
    const dueInMs = state.writtenAtMs + options.idleCheckpointMs - performance.now();
    if (dueInMs > 0) return Promise.race([arrived.wait(), pause(dueInMs)]);
    await applier.apply([], state.considered, signal);
    state.writtenAtMs = performance.now();
  };

  const backOff = async (error: unknown, signal: AbortSignal): Promise<void> => {
    const delayMs = Math.min(RETRY_FIRST_MS * 2 ** state.failures, RETRY_LONGEST_MS);
    state.failures = Math.min(state.failures + 1, 10);
    state.error = error instanceof Error ? error.message : String(error);
    logger.error({ err: error, projection: projection.name, delayMs }, 'a projection does not advance');
    await pause(delayMs, undefined, { signal });
  };

  /** After any failure the stored checkpoint tells what has been applied; the events after it are still queued. */
  const takePlace = async (): Promise<void> => {
    const before = applier.position();
    const position = await applier.reload();
    if (isAfter(before, position)) throw new LostPlace(projection.name);
    state.queue = state.queue.filter((event) => isAfter(event.position, position));
    if (isAfter(position, state.considered)) state.considered = position;
    onApplied(projection.name, position);
    room.notify();
  };

  const attempt = async (signal: AbortSignal): Promise<void> => {
    try {
      if (state.uncertain) await takePlace();
      state.uncertain = false;
      await step(signal);
      state.failures = 0;
      state.error = null;
    } catch (error) {
      if (signal.aborted || error instanceof LostPlace) throw error;
      state.uncertain = true;
      if (error instanceof CheckpointMoved) logger.info({ projection: projection.name }, error.message);
      else await backOff(error, signal);
    }
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    signal.addEventListener('abort', () => {
      state.queue = [];
      arrived.notify();
      room.notify();
    });
    while (!signal.aborted) await attempt(signal);
  };

  const status = (): LaneStatus => ({
    name: projection.name,
    position: applier.position(),
    queuedEvents: state.queue.length,
    error: state.error,
  });

  return { name: projection.name, load, offer, run, status };
}
