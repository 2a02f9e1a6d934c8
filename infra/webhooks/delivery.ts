import type { Pool } from 'pg';
import type { WebhookOutcomeEvent } from '../../aggregates/webhook/events';
import type { Clock } from '../../commands/ports/clock';
import { type AttemptNote, giveBack, saveFailure, saveOutcome } from './attempts';
import type { ClaimedAttempt } from './claims';
import { persistently } from './persistently';
import { type PrepareDeps, prepareAttempt } from './prepare';
import { type SendDeps, type SendResult, sendWebhook } from './send';

export interface WebhookLogger {
  readonly warn: (details: object, message: string) => void;
}

/** What happened in one attempt, for metrics; it names no secret, no address and no body. */
export interface AttemptReport extends AttemptNote {
  readonly deliveryId: string;
  readonly partnerId: string;
  readonly event: string;
}

export interface DeliveryDeps extends PrepareDeps, SendDeps {
  readonly pool: Pool;
  readonly clock: Clock;
  /** One delay per retry: three delays make at most four attempts. */
  readonly retryDelaysMs: readonly number[];
  /** From 0 to 1. */
  readonly jitter: () => number;
  /** History has the outcome of the notification's latest sending. Rejects while that cannot be known. */
  readonly isFinished: (deliveryId: string) => Promise<boolean>;
  readonly logger: WebhookLogger;
  readonly onAttempt: (report: AttemptReport) => void;
}

/** Delays only ever grow, by this share at most, so that the retries of one outage do not arrive together. */
const MAXIMUM_JITTER = 0.2;

/** When nothing was sent for a reason of our own, such as a key vault that is away: the attempt does not count. */
const WAIT_MS = 1_000;

/** A notification is sent within moments of what it tells; one that is older may have been sent before. */
const FRESH_MS = 10_000;

/** Carries out one claimed attempt and writes down what came of it. Rejects when that could not be written. */
export const deliver = async (deps: DeliveryDeps, claimed: ClaimedAttempt): Promise<void> => {
  const { pool, clock } = deps;
  if (claimed.attempt > deps.retryDelaysMs.length + 1) {
    // The process that made the last attempt died with it; whether it arrived is unknown, and it was the last.
    const lastError = claimed.lastError ?? 'the outcome of the last attempt is unknown';
    await saveOutcome(pool, claimed, exhausted(claimed, claimed.attempt - 1, lastError, clock), null);
    return;
  }
  const { url } = claimed;
  if (url === null) return saveOutcome(pool, claimed, cancelled(claimed, clock), null);
  const prepared = await prepareUnlessFinished(deps, { ...claimed, url }).catch((error: unknown) => {
    deps.logger.warn({ err: error, deliveryId: claimed.deliveryId }, 'A webhook could not be prepared and waits');
    return null;
  });
  if (prepared === null) return giveBack(pool, claimed, clock.now() + WAIT_MS);
  const beganMs = clock.now();
  const result =
    'error' in prepared ? ({ ok: false, status: null, ...prepared } as const) : await sendWebhook(deps, prepared);
  const note = noteOf(claimed, result, beganMs, clock.now());
  await persistently(() => save(deps, claimed, result, note));
  deps.onAttempt({ ...note, deliveryId: claimed.deliveryId, partnerId: claimed.partnerId, event: claimed.event });
};

/**
 * Null when history says that it was sent: an outbox that is folded anew, as after a restore of the database, shows
 * every notification as pending until it gets to the outcome.
 */
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
  { pool, clock, retryDelaysMs, jitter }: DeliveryDeps,
  claimed: ClaimedAttempt,
  result: SendResult,
  note: AttemptNote,
): Promise<void> => {
  if (result.ok) return saveOutcome(pool, claimed, delivered(claimed, result.status, clock), note);
  const delayMs = retryDelaysMs[claimed.attempt - 1];
  if (delayMs === undefined) {
    return saveOutcome(pool, claimed, exhausted(claimed, claimed.attempt, result.error, clock), note);
  }
  return saveFailure(pool, claimed, note, clock.now() + Math.ceil(delayMs * (1 + MAXIMUM_JITTER * jitter())));
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

/** The attempt was claimed and not made. */
const cancelled = (claimed: ClaimedAttempt, clock: Clock): WebhookOutcomeEvent => ({
  type: 'WebhookCancelled',
  data: { ...outcomeOf(claimed, claimed.attempt - 1, clock), reason: 'the destination was removed' },
});

const outcomeOf = ({ deliveryId, partnerId, mode }: ClaimedAttempt, attempts: number, clock: Clock) => ({
  deliveryId,
  partnerId,
  mode,
  attempts,
  at: new Date(clock.now()).toISOString(),
});
