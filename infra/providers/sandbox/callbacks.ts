import type { Clock } from '../../../commands/ports/clock';
import { backoffMs } from '../../../commands/timing/backoff';
import { createBell } from '../../../packages/event-store/timing/bell';
import type { SandboxBook, TakenCallback } from './book/sandbox-book';
import { type PostCallback, surfaceOf, writeCallback } from './callback-wire';

const BATCH = 20;
/** Exceeds a batch's duration (10 s per callback); after that another process continues. */
const LEASE_MS = 120_000;
/** Retries after 1 s, 2 s, 4 s, ... up to every 5 minutes, for 8 hours. */
const REPEAT = { firstMs: 1_000, longestMs: 300_000 };
const MAXIMUM_TRIES = 100;
/** Limits the delay of callbacks from another process, and of repeated ones. */
const IDLE_MS = 1_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface CallbackOptions {
  readonly book: Pick<SandboxBook, 'takeCallbacks' | 'endCallback'>;
  readonly clock: Clock;
  readonly secret: string;
  /** Any answer but 2xx is reported, and the callback is repeated. */
  readonly post: PostCallback;
  readonly onTrouble: (message: string) => void;
}

export interface Callbacks {
  readonly makeDue: () => Promise<number>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  readonly expect: (dueAtMs: number) => void;
}

const posted = async ({ clock, secret, post }: CallbackOptions, taken: TakenCallback): Promise<number | string> => {
  try {
    return await post(surfaceOf(taken.type), writeCallback(secret, taken, clock.now()));
  } catch (error) {
    return String(error);
  }
};

const make = async (options: CallbackOptions, taken: TakenCallback): Promise<void> => {
  const { book, clock, onTrouble } = options;
  const { id, tries, eventId, forged } = taken;
  const outcome = await posted(options, taken);
  const isTaken = typeof outcome === 'number' && outcome >= 200 && outcome < 300;
  if (!isTaken) onTrouble(`Sandbox callback ${eventId} was not accepted: ${outcome}`);
  // To be refused is all that a forgery is for.
  if (isTaken || (forged && outcome === 401)) return book.endCallback(id, null);
  if (tries < MAXIMUM_TRIES) return book.endCallback(id, clock.now() + backoffMs(REPEAT, tries));
  onTrouble(`Sandbox callback ${eventId} was given up after ${tries} tries`);
  return book.endCallback(id, null);
};

/** Callbacks about one order keep their order; others are made in parallel. */
const makeDue = async (options: CallbackOptions): Promise<number> => {
  const nowMs = options.clock.now();
  const due = await options.book.takeCallbacks(nowMs, nowMs + LEASE_MS, BATCH);
  const keys = [...new Set(due.map(({ about }) => about))];
  const makeAbout = async (key: string): Promise<void> => {
    for (const taken of due.filter(({ about }) => about === key)) await make(options, taken);
  };
  await Promise.all(keys.map(makeAbout));
  return due.length;
};

export const createCallbacks = (options: CallbackOptions): Callbacks => {
  // A waiting bank must not keep the process alive.
  const bell = createBell({ keepsProcess: false });
  const loop = { isStopped: true, running: Promise.resolve() };
  const round = async (): Promise<number> => {
    try {
      return await makeDue(options);
    } catch (error) {
      options.onTrouble(`The sandbox's books cannot be read: ${String(error)}`);
      return 0;
    }
  };
  const run = async (): Promise<void> => {
    while (!loop.isStopped) if ((await round()) < BATCH) await bell.wait(IDLE_MS);
  };
  return {
    makeDue: () => makeDue(options),
    expect: (dueAtMs) => {
      const leftMs = Math.max(0, dueAtMs - options.clock.now()) + 1;
      setTimeout(bell.ring, Math.min(leftMs, LONGEST_TIMER_MS)).unref();
    },
    start: () => {
      loop.isStopped = false;
      loop.running = run();
    },
    stop: async () => {
      loop.isStopped = true;
      bell.ring();
      await loop.running;
    },
  };
};
