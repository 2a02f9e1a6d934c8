import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Bell, createBell } from '../../../packages/event-store/timing/bell';
import { atMost } from '../../../packages/event-store/timing/time-limit';
import { createTogether } from '../../postgres/together';
import {
  claimUnrecorded,
  markRecorded,
  postponeRecording,
  saveFailures,
  saveOutcomes,
  type UnrecordedOutcome,
} from '../attempts';
import type { Books, DeliveryDeps } from '../delivery';
import { noteHeard } from '../flow';
import { createSendingLoad, type SendingLoad } from './load';
import { type Desk, giveBackAll, sendDue } from './sending';
import { createWaitingAttempts } from './waiting-attempts';
import { createWorkers, type Workers } from './workers';

export interface WebhookDispatcherDeps extends Omit<DeliveryDeps, 'signal'> {
  readonly owner: string;
  /** Appends the outcome event to the notification's stream. Repeatable. */
  readonly recordOutcome: (finished: UnrecordedOutcome) => Promise<void>;
  readonly limits: DispatcherLimits;
}

export interface DispatcherLimits {
  /** Attempts in flight in this process; slow destinations share a quarter. */
  readonly maximumInFlight: number;
  readonly pollIntervalMs: number;
  /** Pause before a claim, so that attempts with nearly the same end are followed by one claim. */
  readonly breathMs: number;
  /** Must exceed an attempt and the write of its result. */
  readonly leaseMs: number;
  readonly recordAgainMs: number;
  /** How long an outcome waits for its event at most while many notifications are sent. */
  readonly recordWithinMs: number;
  readonly stopTimeoutMs: number;
}

export const DISPATCHER_LIMITS: DispatcherLimits = {
  maximumInFlight: 256,
  pollIntervalMs: 1_000,
  breathMs: 5,
  leaseMs: 30_000,
  recordAgainMs: 2_000,
  recordWithinMs: 2_000,
  stopTimeoutMs: 10_500,
};

export interface WebhookDispatcher {
  readonly start: () => void;
  /** Something may be due: claim before the next poll. */
  readonly wake: () => void;
  /** Stops claiming, lets attempts end within the limit, and releases the leases. Repeatable. */
  readonly stop: () => Promise<void>;
}

const UNWRITTEN = 'The result of a webhook could not be stored; the webhook is sent again';
const UNRECORDED = 'The outcome of a webhook could not be recorded; retries continue';
const MAXIMUM_RECORDING = 32;
/** Pause between records beside a load. */
const UNDER_LOAD_MS = 50;
/** Time for aborted attempts to write their result. */
const LAST_WORDS_MS = 1_000;

/** An outcome is a row before it is an event: an unavailable event store never repeats the sending. */
export const createWebhookDispatcher = (given: WebhookDispatcherDeps): WebhookDispatcher => {
  const [due, finished] = [createBell(), createBell()];
  const abort = new AbortController();
  setMaxListeners(given.limits.maximumInFlight, abort.signal);
  const deps = { ...given, ...booksOf(given.pool), signal: abort.signal };
  const { limits, logger } = deps;
  const warn = (message: string) => (error: unknown) => logger.warn({ err: error }, message);
  const wake = () => {
    due.ring();
    finished.ring();
  };
  const desk = openDesk(deps, { due, finished });
  const { sending, load, waitingAttempts } = desk;
  const recording = createWorkers({ maximum: MAXIMUM_RECORDING, onFailure: warn(UNRECORDED), onRoom: finished.ring });
  const send = () => sendDue(deps, desk).catch(warn('Due webhooks could not be claimed'));
  const record = () => recordFinished(deps, { recording, load }).catch(warn('Webhook outcomes could not be claimed'));
  let isStopping = false;
  let running: Promise<unknown> = Promise.resolve();

  const repeat = async (work: () => Promise<void>, bell: Bell, breathMs: () => number) => {
    while (!isStopping) {
      await work();
      await bell.wait(limits.pollIntervalMs);
      await pause(breathMs());
    }
  };
  const finish = async () => {
    await giveBackAll(deps, waitingAttempts.takeAll());
    await running;
    await giveBackAll(deps, waitingAttempts.takeAll());
    await sending.idle();
    await recording.idle();
    await record();
    await recording.idle();
  };
  const stop = async () => {
    isStopping = true;
    wake();
    const ended = finish();
    await atMost(limits.stopTimeoutMs, ended);
    abort.abort();
    await atMost(LAST_WORDS_MS, ended);
  };
  const start = () => {
    const recordEveryMs = () => (load.isThere() ? UNDER_LOAD_MS : limits.breathMs);
    running = Promise.all([repeat(send, due, () => limits.breathMs), repeat(record, finished, recordEveryMs)]);
  };
  return { start, wake, stop };
};

const openDesk = (
  { clock, limits, logger }: Pick<WebhookDispatcherDeps, 'clock' | 'limits' | 'logger'>,
  { due, finished }: { readonly due: Bell; readonly finished: Bell },
): Desk => {
  const sending = createWorkers({
    maximum: limits.maximumInFlight,
    onFailure: (error) => logger.warn({ err: error }, UNWRITTEN),
    onRoom: () => {
      finished.ring();
      if (desk.isFull) due.ring();
    },
  });
  const [load, waitingAttempts] = [createSendingLoad(clock, sending), createWaitingAttempts(clock)];
  const desk: Desk = { sending, load, waitingAttempts, acknowledged: new Set(), wake: due.ring, isFull: false };
  return desk;
};

const booksOf = (pool: Pool): Books & Shelf => ({
  saveFailure: createTogether((failures) => saveFailures(pool, failures)),
  saveOutcome: createTogether((endings) => saveOutcomes(pool, endings)),
  noteHeard: createTogether((heard) => noteHeard(pool, heard)),
  markRecorded: createTogether((recorded) => markRecorded(pool, recorded)),
});

interface Shelf {
  readonly markRecorded: (recorded: UnrecordedOutcome) => Promise<void>;
}

/** Under load only outcomes that have waited long enough are recorded: due notifications go first. */
const recordFinished = async (
  deps: WebhookDispatcherDeps & Shelf,
  { recording, load }: { readonly recording: Workers; readonly load: SendingLoad },
): Promise<void> => {
  const room = recording.room();
  if (room <= 0) return;
  const { leaseMs, recordWithinMs } = deps.limits;
  const nowMs = deps.clock.now() - (load.isThere() ? recordWithinMs : 0);
  const request = { nowMs, leaseMs, owner: deps.owner, room };
  for (const finished of await claimUnrecorded(deps.pool, request)) recording.begin(() => recordOne(deps, finished));
};

const recordOne = async (
  { pool, clock, limits, recordOutcome, markRecorded: mark }: WebhookDispatcherDeps & Shelf,
  finished: UnrecordedOutcome,
): Promise<void> => {
  try {
    await recordOutcome(finished);
  } catch (error) {
    await postponeRecording(pool, finished, clock.now() + limits.recordAgainMs);
    throw error;
  }
  await mark(finished);
};
