import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../commands/ports/clock';
import type { PayoutCallback } from '../../../commands/ports/payout-provider';
import { backoffMs } from '../../../commands/timing/backoff';
import { createBell } from '../../timing/bell';
import { NAME } from './bank';
import { readCallback, writeCallback } from './payouts/callback-signature';
import type { PayoutStore, TakenCallback } from './payouts/payout-store';

const BATCH = 10;
/** Longer than a batch takes, each callback of it having 10 s; after it another process makes what this one did not. */
const LEASE_MS = 120_000;
/** A callback that was not taken is made again after 1 s, 2 s, 4 s, ... and at last every 5 minutes, for 8 hours. */
const REPEAT = { firstMs: 1_000, longestMs: 300_000 };
const MAXIMUM_TRIES = 100;
/** Callbacks that another process planned and did not live to make are found after this long at the latest. */
const IDLE_MS = 60_000;
const RETRY_MS = 1_000;

export interface CallbackOptions {
  readonly store: PayoutStore;
  readonly clock: Clock;
  /** Takes a hint: ask `get` before moving a state. What it throws is reported, and the bank calls again. */
  readonly onCallback: (hint: PayoutCallback) => Promise<void> | void;
  /** A callback whose signature is wrong, and every other trouble, for the log. */
  readonly onTrouble: (message: string) => void;
}

export interface Callbacks {
  /** Makes the callbacks that are due; answers how many there were, at most 10. */
  readonly makeDue: () => Promise<number>;
  /** Makes them from now on, when they are due. */
  readonly start: () => void;
  /** Resolves when no further callback will be made. */
  readonly stop: () => Promise<void>;
  /** Says that one is due at this time, so that it is not late. */
  readonly expect: (dueAtMs: number) => void;
}

/** Whether it is done with: taken, or refused for good. */
const deliver = async (options: CallbackOptions, secret: string, taken: TakenCallback): Promise<boolean> => {
  const hint = readCallback(secret, writeCallback(secret, taken));
  try {
    if (hint === null) options.onTrouble(`Sandbox callback ${taken.providerEventId} is wrongly signed: refused`);
    else await options.onCallback({ ...hint, provider: NAME, firstMadeAtMs: taken.dueAtMs });
    return true;
  } catch (error) {
    options.onTrouble(`Sandbox callback ${taken.providerEventId} was not taken: ${String(error)}`);
    return false;
  }
};

const make = async (options: CallbackOptions, secret: string, taken: TakenCallback): Promise<void> => {
  const { store, clock } = options;
  const { callbackId, tries, providerEventId } = taken;
  if (await deliver(options, secret, taken)) return store.finishCallback(callbackId);
  if (tries < MAXIMUM_TRIES) {
    return store.postponeCallback(callbackId, clock.now() + backoffMs(REPEAT, tries));
  }
  options.onTrouble(`Sandbox callback ${providerEventId} was given up after ${tries} tries`);
  return store.finishCallback(callbackId);
};

const makeDue = async (options: CallbackOptions, secret: string): Promise<number> => {
  const nowMs = options.clock.now();
  const due = await options.store.takeCallbacks(nowMs, nowMs + LEASE_MS, BATCH);
  for (const taken of due) await make(options, secret, taken);
  return due.length;
};

/** Makes what is due and answers when to look again. */
const round = async (options: CallbackOptions, secret: string): Promise<number> => {
  const idleUntilMs = options.clock.now() + IDLE_MS;
  try {
    await makeDue(options, secret);
    return Math.min((await options.store.nextCallbackAtMs()) ?? idleUntilMs, idleUntilMs);
  } catch (error) {
    options.onTrouble(`The sandbox bank's books cannot be read: ${String(error)}`);
    return options.clock.now() + RETRY_MS;
  }
};

/** One round at a time, the next at the earliest time asked for. */
const createRounds = (clock: Clock, makeRound: () => Promise<number>) => {
  // A bank that waits is no reason for the process to stay.
  const bell = createBell({ keepsProcess: false });
  let nextAtMs = Number.POSITIVE_INFINITY;
  let isStopped = true;
  let running: Promise<void> = Promise.resolve();
  const expect = (atMs: number): void => {
    if (atMs >= nextAtMs) return;
    nextAtMs = atMs;
    bell.ring();
  };
  // `stop` may come during any await, which the compiler cannot know.
  const hasStopped = (): boolean => isStopped;
  const run = async (): Promise<void> => {
    while (!hasStopped()) {
      const leftMs = nextAtMs - clock.now();
      if (leftMs > 0 && (await bell.wait(leftMs))) continue;
      if (hasStopped()) return;
      nextAtMs = Number.POSITIVE_INFINITY;
      // What was asked for during the round still counts when it is earlier.
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

/** The bank's side of callbacks: each is made until it was taken, by whichever process gets to it. */
export const createCallbacks = (options: CallbackOptions): Callbacks => {
  const secret = randomBytes(32).toString('hex');
  const rounds = createRounds(options.clock, () => round(options, secret));
  return {
    makeDue: () => makeDue(options, secret),
    start: rounds.start,
    stop: rounds.stop,
    expect: rounds.expect,
  };
};
