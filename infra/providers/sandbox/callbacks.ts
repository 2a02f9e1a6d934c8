import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../commands/ports/clock';
import type { PayoutCallback } from '../../../commands/ports/payout-provider';
import { backoffMs } from '../../../commands/timing/backoff';
import { createBell } from '../../timing/bell';
import { NAME } from './bank';
import { readCallback, writeCallback } from './payouts/callback-signature';
import type { PayoutStore, TakenCallback } from './payouts/payout-store';

const BATCH = 10;
/** Exceeds a batch's duration (10 s per callback); then another process takes over. */
const LEASE_MS = 120_000;
/** Retries after 1 s, 2 s, 4 s, ... up to every 5 minutes, for 8 hours. */
const REPEAT = { firstMs: 1_000, longestMs: 300_000 };
const MAXIMUM_TRIES = 100;
/** Bounds how late callbacks planned by a dead process are found. */
const IDLE_MS = 60_000;
const RETRY_MS = 1_000;

export interface CallbackOptions {
  readonly store: PayoutStore;
  readonly clock: Clock;
  /** Receives a hint: ask `get` before changing a state. A throw is reported, and the callback retried. */
  readonly onCallback: (hint: PayoutCallback) => Promise<void> | void;
  readonly onTrouble: (message: string) => void;
}

export interface Callbacks {
  readonly makeDue: () => Promise<number>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  readonly expect: (dueAtMs: number) => void;
}

/** True when done: taken, or refused for good. */
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

/** One round at a time; the next at the earliest requested time. */
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
  const secret = randomBytes(32).toString('hex');
  const rounds = createRounds(options.clock, () => round(options, secret));
  return {
    makeDue: () => makeDue(options, secret),
    start: rounds.start,
    stop: rounds.stop,
    expect: rounds.expect,
  };
};
