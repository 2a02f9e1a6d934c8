import { atMost } from '../at-most';
import { createAlarm } from './alarm';
import { claimUnrecorded, markRecorded, postponeRecording, type UnrecordedOutcome } from './attempts';
import { claimDueAttempts } from './claims';
import { type DeliveryDeps, deliver } from './delivery';
import { createWorkers, type Workers } from './workers';

export interface WebhookDispatcherDeps extends Omit<DeliveryDeps, 'signal'> {
  /** Names this process in leases. */
  readonly owner: string;
  /** Appends the outcome to the notification's stream; repeatable. */
  readonly recordOutcome: (finished: UnrecordedOutcome) => Promise<void>;
  readonly limits: DispatcherLimits;
}

export interface DispatcherLimits {
  /** Attempts in flight to one partner, over all processes. */
  readonly maximumPerPartner: number;
  /** Attempts in flight in this process. */
  readonly maximumInFlight: number;
  readonly pollIntervalMs: number;
  /** How long an attempt is one dispatcher's; longer than it and the writing of its result take, unless the database hardly answers. */
  readonly leaseMs: number;
  /** An outcome that the ledger did not take is offered again after this. */
  readonly recordAgainMs: number;
  /** After this a stop cuts off what is still in flight. */
  readonly stopTimeoutMs: number;
}

export const DISPATCHER_LIMITS: DispatcherLimits = {
  maximumPerPartner: 4,
  maximumInFlight: 64,
  pollIntervalMs: 1_000,
  leaseMs: 30_000,
  recordAgainMs: 2_000,
  stopTimeoutMs: 10_500,
};

export interface WebhookDispatcher {
  readonly start: () => void;
  /** Something may be due: look now rather than at the next poll. */
  readonly wake: () => void;
  /** Claims nothing more, lets what is in flight end within the limit, and gives up its leases. Repeatable. */
  readonly stop: () => Promise<void>;
}

const MAXIMUM_RECORDING = 16;
/** What an attempt that was cut off gets to write down that it was. */
const LAST_WORDS_MS = 1_000;

/**
 * Sends what the outbox holds, and writes the outcomes back into history (design: api, section 6). An outcome is first
 * a row and then an event, so that an event store that is away delays the event and never repeats the sending.
 */
export const createWebhookDispatcher = (given: WebhookDispatcherDeps): WebhookDispatcher => {
  const alarm = createAlarm();
  const abort = new AbortController();
  const deps = { ...given, signal: abort.signal };
  const { limits, logger } = deps;
  const warn = (message: string) => (error: unknown) => logger.warn({ err: error }, message);
  const workers = (maximum: number, failure: string) =>
    createWorkers({ maximum, onFailure: warn(failure), onRoom: alarm.ring });
  const sending = workers(limits.maximumInFlight, 'The result of a webhook could not be written; it is sent again');
  const recording = workers(MAXIMUM_RECORDING, 'The outcome of a webhook could not be recorded; it is tried again');
  const send = () => sendDue(deps, sending).catch(warn('Due webhooks could not be claimed'));
  const record = () => recordFinished(deps, recording).catch(warn('Webhook outcomes could not be claimed'));
  let isStopping = false;
  let running = Promise.resolve();

  const run = async () => {
    while (!isStopping) {
      await send();
      await record();
      await alarm.wait(limits.pollIntervalMs);
    }
  };
  const finish = async () => {
    await running;
    await sending.idle();
    await record();
    await recording.idle();
  };
  const stop = async () => {
    isStopping = true;
    alarm.ring();
    const finished = finish();
    await atMost(limits.stopTimeoutMs, finished);
    abort.abort();
    await atMost(LAST_WORDS_MS, finished);
  };
  const start = () => {
    running = run();
  };
  return { start, wake: alarm.ring, stop };
};

const sendDue = async (deps: WebhookDispatcherDeps & DeliveryDeps, sending: Workers): Promise<void> => {
  const room = sending.room();
  if (room <= 0) return;
  const { leaseMs, maximumPerPartner } = deps.limits;
  const request = { nowMs: deps.clock.now(), leaseMs, owner: deps.owner, maximumPerPartner, room };
  for (const claimed of await claimDueAttempts(deps.pool, request)) sending.begin(() => deliver(deps, claimed));
};

const recordFinished = async (deps: WebhookDispatcherDeps, recording: Workers): Promise<void> => {
  const room = recording.room();
  if (room <= 0) return;
  const request = { nowMs: deps.clock.now(), leaseMs: deps.limits.leaseMs, owner: deps.owner, room };
  for (const finished of await claimUnrecorded(deps.pool, request)) recording.begin(() => recordOne(deps, finished));
};

const recordOne = async (
  { pool, clock, limits, recordOutcome }: WebhookDispatcherDeps,
  finished: UnrecordedOutcome,
): Promise<void> => {
  try {
    await recordOutcome(finished);
  } catch (error) {
    await postponeRecording(pool, finished, clock.now() + limits.recordAgainMs);
    throw error;
  }
  await markRecorded(pool, finished);
};
