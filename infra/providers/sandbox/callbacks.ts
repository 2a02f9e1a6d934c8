import type { Clock } from '../../../commands/ports/clock';
import { backoffMs } from '../../../commands/timing/backoff';
import { createBell } from '../../../packages/event-store/timing/bell';
import type { SandboxBook, TakenCallback } from './book/sandbox-book';
import type { PostCallback } from './post-callback';
import { surfaceOf, writeCallback } from './sandbox-callback';

const BATCH = 20;
/** Exceeds a batch's duration (10 s per callback); then another process takes over. */
const LEASE_MS = 120_000;
/** Retries after 1 s, 2 s, 4 s, ... up to every 5 minutes, for 8 hours. */
const REPEAT = { firstMs: 1_000, longestMs: 300_000 };
const MAXIMUM_TRIES = 100;
/** Bounds how late callbacks planned by a dead process are found. */
const IDLE_MS = 60_000;
const RETRY_MS = 1_000;

export interface CallbackOptions {
  readonly book: Pick<SandboxBook, 'takeCallbacks' | 'finishCallback' | 'postponeCallback' | 'nextCallbackAtMs'>;
  readonly clock: Clock;
  /** Signs each callback. */
  readonly secret: string;
  /** Anything but 2xx is reported, and the callback made again. */
  readonly post: PostCallback;
  readonly onTrouble: (message: string) => void;
}

export interface Callbacks {
  readonly makeDue: () => Promise<number>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  readonly expect: (dueAtMs: number) => void;
}

const isTaken = (status: number): boolean => status >= 200 && status < 300;

/** True when done: taken, or forged and refused, which is all that a forgery is for. */
const deliver = async (options: CallbackOptions, taken: TakenCallback): Promise<boolean> => {
  const { clock, secret, post, onTrouble } = options;
  const { eventId, forged, type } = taken;
  try {
    const status = await post(surfaceOf(type), writeCallback(secret, taken, clock.now()));
    if (isTaken(status)) return true;
    onTrouble(`Sandbox callback ${eventId} was refused with ${status}`);
    return forged && status === 401;
  } catch (error) {
    onTrouble(`Sandbox callback ${eventId} was not taken: ${String(error)}`);
    return false;
  }
};

const make = async (options: CallbackOptions, taken: TakenCallback): Promise<void> => {
  const { book, clock } = options;
  const { id, tries, eventId } = taken;
  if (await deliver(options, taken)) return book.finishCallback(id);
  if (tries < MAXIMUM_TRIES) {
    return book.postponeCallback(id, clock.now() + backoffMs(REPEAT, tries));
  }
  options.onTrouble(`Sandbox callback ${eventId} was given up after ${tries} tries`);
  return book.finishCallback(id);
};

/** Callbacks about one order come in their order; others come beside them. */
const byKey = (due: readonly TakenCallback[]): readonly (readonly TakenCallback[])[] =>
  [...new Set(due.map(({ about }) => about))].map((key) => due.filter(({ about }) => about === key));

const makeDue = async (options: CallbackOptions): Promise<number> => {
  const nowMs = options.clock.now();
  const due = await options.book.takeCallbacks(nowMs, nowMs + LEASE_MS, BATCH);
  await Promise.all(
    byKey(due).map(async (ofKey) => {
      for (const taken of ofKey) await make(options, taken);
    }),
  );
  return due.length;
};

const round = async (options: CallbackOptions): Promise<number> => {
  const idleUntilMs = options.clock.now() + IDLE_MS;
  try {
    await makeDue(options);
    return Math.min((await options.book.nextCallbackAtMs()) ?? idleUntilMs, idleUntilMs);
  } catch (error) {
    options.onTrouble(`The sandbox's books cannot be read: ${String(error)}`);
    return options.clock.now() + RETRY_MS;
  }
};

/** Rounds follow each other; the next begins at the earliest requested time. */
const createRounds = (clock: Clock, makeRound: () => Promise<number>) => {
  // A waiting bank must not keep the process alive.
  const bell = createBell({ keepsProcess: false });
  let nextAtMs = Number.POSITIVE_INFINITY;
  let isStopped = true;
  let running: Promise<void> = Promise.resolve();
  const expect = (atMs: number): void => {
    if (atMs >= nextAtMs) return;
    nextAtMs = atMs;
    bell.ring();
  };
  // Hides the flag from narrowing: `stop` may run during any await.
  const hasStopped = (): boolean => isStopped;
  const run = async (): Promise<void> => {
    while (!hasStopped()) {
      const leftMs = nextAtMs - clock.now();
      if (leftMs > 0 && (await bell.wait(leftMs))) continue;
      if (hasStopped()) return;
      nextAtMs = Number.POSITIVE_INFINITY;
      // A time requested during the round wins when earlier.
      expect(await makeRound());
    }
  };
  const start = (): void => {
    isStopped = false;
    expect(clock.now());
    running = run();
  };
  const stop = async (): Promise<void> => {
    isStopped = true;
    bell.ring();
    await running;
  };
  return { start, stop, expect };
};

export const createCallbacks = (options: CallbackOptions): Callbacks => {
  const rounds = createRounds(options.clock, () => round(options));
  return {
    makeDue: () => makeDue(options),
    start: rounds.start,
    stop: rounds.stop,
    expect: rounds.expect,
  };
};
