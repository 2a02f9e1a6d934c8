import type { Pool } from 'pg';
import type { WebhookOutcomeEvent } from '../../aggregates/webhook/events';
import type { Clock } from '../../commands/ports/clock';
import { persistently } from '../postgres/persistently';
import { NO_TRACING, type Tracing } from '../tracing/tracing';
import { type AttemptNote, type Ending, type Failure, giveBack } from './attempts';
import type { ClaimedAttempt } from './claims';
import { type Heard, resumeAtOf, verdictOf } from './flow';
import { type PrepareDeps, prepareAttempt } from './prepare';
import { type Attempt, type SendDeps, type SendResult, sendWebhook } from './send';

export interface WebhookLogger {
  readonly warn: (details: object, message: string) => void;
}

/** An attempt's metrics, without secrets, addresses or bodies. */
export interface AttemptReport extends AttemptNote {
  readonly deliveryId: string;
  readonly partnerId: string;
  readonly event: string;
}

export interface Books {
  readonly saveFailure: (failure: Failure) => Promise<void>;
  readonly saveOutcome: (ending: Ending) => Promise<void>;
  readonly noteHeard: (heard: Heard) => Promise<void>;
}

export interface DeliveryDeps extends PrepareDeps, SendDeps {
  readonly pool: Pool;
  readonly clock: Clock;
  /** Delay of each retry: three delays make at most four attempts. */
  readonly retryDelaysMs: readonly number[];
  /** From 0 to 1. */
  readonly jitter: () => number;
  /** True when an outcome event exists for the latest sending. Rejects while that is unknown. */
  readonly isFinished: (deliveryId: string) => Promise<boolean>;
  readonly logger: WebhookLogger;
  readonly tracing?: Tracing;
  readonly onAttempt: (report: AttemptReport) => void;
}

/** Largest random increase of a delay, so that the retries after one outage spread out. */
const MAXIMUM_JITTER = 0.2;

/** Delay after a fault of our own, such as an unavailable key vault; the attempt does not count. */
const WAIT_MS = 1_000;

/** Notifications are normally sent immediately; an older one may have been sent before. */
const FRESH_MS = 10_000;

/** Rejects when the result cannot be written. `onAcknowledged` runs before the write; a failure keeps its slot. */
export const deliver = async (
  deps: DeliveryDeps & Books,
  claimed: ClaimedAttempt,
  onAcknowledged: () => void,
): Promise<void> => {
  const { pool, clock } = deps;
  const { replays } = claimed;
  if (claimed.attempt > deps.retryDelaysMs.length + 1) {
    // The process died during the last attempt, which may have arrived.
    const lastError = claimed.lastError ?? 'the outcome of the last attempt is unknown';
    return deps.saveOutcome({
      replays,
      outcome: exhausted(claimed, claimed.attempt - 1, lastError, clock),
      note: null,
    });
  }
  const { url } = claimed;
  if (url === null) return deps.saveOutcome({ replays, outcome: cancelled(claimed, clock), note: null });
  const prepared = await prepareUnlessFinished(deps, { ...claimed, url }).catch((error: unknown) => {
    deps.logger.warn(
      { err: error, deliveryId: claimed.deliveryId },
      'A webhook could not be prepared; retries continue',
    );
    return null;
  });
  if (prepared === null) return giveBack(pool, [claimed], clock.now() + WAIT_MS);
  const beganMs = clock.now();
  const result =
    'error' in prepared
      ? ({ ok: false, status: null, isOurs: true, ...prepared } as const)
      : await drawnSend(deps, claimed, prepared);
  if (result.ok) onAcknowledged();
  const note = noteOf(claimed, result, beganMs, clock.now());
  const resumeAtMs = result.ok || result.retryAfter === undefined ? null : resumeAtOf(result.retryAfter, clock.now());
  await Promise.all([
    persistently(() => save(deps, claimed, result, { note, resumeAtMs })),
    hear(deps, { ...claimed, url }, result, { note, resumeAtMs }),
  ]);
  deps.onAttempt({ ...note, deliveryId: claimed.deliveryId, partnerId: claimed.partnerId, event: claimed.event });
};

const drawnSend = (deps: DeliveryDeps, { event, attempt }: ClaimedAttempt, prepared: Attempt): Promise<SendResult> =>
  (deps.tracing ?? NO_TRACING).span(
    {
      name: 'webhook delivery',
      facts: { 'lastro.event': event, 'lastro.attempt': attempt },
      factsOf: ({ ok, status }) => ({ 'lastro.delivered': ok, 'http.response.status_code': status ?? 0 }),
    },
    () => sendWebhook(deps, prepared),
  );

interface Answer {
  readonly note: AttemptNote;
  /** The time of the receiver's retry-after; null without one. */
  readonly resumeAtMs: number | null;
}

/** Flow control only: a failure here is harmless. */
const hear = async (
  { noteHeard, logger }: DeliveryDeps & Books,
  { partnerId, mode, url, claimedAt, isUnthrottled }: ClaimedAttempt & { readonly url: string },
  result: SendResult,
  { note, resumeAtMs }: Answer,
): Promise<void> => {
  const isTimedOut = !result.ok && result.isTimedOut === true;
  if (!result.ok && result.isOurs === true) return;
  const verdict = isTimedOut ? 'less' : verdictOf(result.status, result.ok, note.durationMs);
  if (isUnthrottled && verdict !== 'less' && resumeAtMs === null) return;
  await noteHeard({ owner: `${partnerId}:${mode}`, url, claimedAt, verdict, isTimedOut, resumeAtMs }).catch(
    (error: unknown) => logger.warn({ err: error }, 'The limits of a webhook receiver could not be stored'),
  );
};

/** Null when an outcome event exists: an outbox refolded after a restore shows sent notifications as pending. */
const prepareUnlessFinished = async (deps: DeliveryDeps, claimed: ClaimedAttempt & { readonly url: string }) => {
  const nowMs = deps.clock.now();
  const mayBeFinished = claimed.attempt === 1 && nowMs - claimed.createdAt.getTime() > FRESH_MS;
  if (mayBeFinished && (await deps.isFinished(claimed.deliveryId))) return null;
  return prepareAttempt(deps, claimed, nowMs);
};

const noteOf = ({ attempt }: ClaimedAttempt, result: SendResult, beganMs: number, endedMs: number): AttemptNote => ({
  attempt,
  at: new Date(beganMs).toISOString(),
  durationMs: endedMs - beganMs,
  status: result.status,
  error: result.ok ? null : result.error,
});

const save = async (
  { clock, retryDelaysMs, jitter, saveOutcome, saveFailure }: DeliveryDeps & Books,
  claimed: ClaimedAttempt,
  result: SendResult,
  { note, resumeAtMs }: Answer,
): Promise<void> => {
  const { replays, attempt } = claimed;
  if (result.ok) return saveOutcome({ replays, outcome: delivered(claimed, result.status, clock), note });
  const delayMs = retryDelaysMs[attempt - 1];
  if (delayMs === undefined) {
    return saveOutcome({ replays, outcome: exhausted(claimed, attempt, result.error, clock), note });
  }
  const nextAtMs = clock.now() + Math.ceil(delayMs * (1 + MAXIMUM_JITTER * jitter()));
  return saveFailure({ ...claimed, note, nextAtMs: Math.max(nextAtMs, resumeAtMs ?? 0) });
};

const delivered = (claimed: ClaimedAttempt, status: number, clock: Clock): WebhookOutcomeEvent => ({
  type: 'WebhookDelivered',
  data: { ...outcomeOf(claimed, claimed.attempt, clock), status },
});

const exhausted = (
  claimed: ClaimedAttempt,
  attempts: number,
  lastError: string,
  clock: Clock,
): WebhookOutcomeEvent => ({
  type: 'WebhookExhausted',
  data: { ...outcomeOf(claimed, attempts, clock), lastError },
});

const cancelled = (claimed: ClaimedAttempt, clock: Clock): WebhookOutcomeEvent => ({
  type: 'WebhookCancelled',
  data: { ...outcomeOf(claimed, claimed.attempt - 1, clock), reason: 'the destination was removed' },
});

const outcomeOf = ({ deliveryId, partnerId, mode }: ClaimedAttempt, attempts: number, clock: Clock) => ({
  deliveryId,
  partnerId,
  mode,
  attempts,
  at: clock.iso(),
});
