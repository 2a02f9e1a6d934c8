import type { Request } from 'express';
import { rejection } from '../../../../aggregates/rejection';
import {
  type DeliveryAttempt,
  type DeliveryRow,
  findDelivery,
} from '../../../../read-models/webhooks/webhook-deliveries';
import { findWebhookDestination } from '../../../../read-models/webhooks/webhook-destinations';
import { freshContextOf, readYourWrites, WEBHOOK_OUTBOX } from '../../request/command-context';
import { partnerOf, partnerReaderOf, stateOf } from '../../request/request-state';
import { isDeliveryId } from '../../request/shape/object-ids';
import type { DeliveryAnswer, DeliveryAttemptAnswer, DeliveryDetails } from './deliveries.dto';
import { sentBodies } from './sent-bodies';

/** How long a delivery can be seen and sent again. */
const KEPT_MS = 30 * 86_400_000;

export const keptSince = (request: Request): string =>
  new Date(stateOf(request).deps.clock.now() - KEPT_MS).toISOString();

/** The partner's own delivery; another partner's counts as unknown. */
export const existingDelivery = async (request: Request, deliveryId: string): Promise<DeliveryRow> => {
  const row = isDeliveryId(deliveryId)
    ? await findDelivery(partnerReaderOf(request), deliveryId, keptSince(request))
    : null;
  if (row === null) throw rejection('NOT_FOUND', 'No such delivery');
  return row;
};

/** Sends the same id and bytes to the current destination. */
export const replayDelivery = async (request: Request, deliveryId: string): Promise<DeliveryDetails> => {
  const { deps } = stateOf(request);
  const { partnerId, mode } = partnerOf(request);
  const { status } = await existingDelivery(request, deliveryId);
  if ((await findWebhookDestination(partnerReaderOf(request))) === null) {
    throw rejection('NOT_FOUND', 'No webhook destination is registered');
  }
  const { position } = await deps.replayWebhook(
    { deliveryId, partnerId, mode, isUnsent: status === 'UNSENT' },
    freshContextOf(request),
  );
  await readYourWrites(request, WEBHOOK_OUTBOX, position);
  return inDetail(request, await existingDelivery(request, deliveryId));
};

export const inDetail = async (request: Request, row: DeliveryRow): Promise<DeliveryDetails> => {
  const bodyOf = await sentBodies(stateOf(request).deps, [row]);
  return { ...shownDelivery(row), body: bodyOf(row), history: row.history.map(attemptOf) };
};

export const shownDelivery = (row: DeliveryRow): DeliveryAnswer => ({
  deliveryId: row.delivery_id,
  event: row.event,
  correlationId: row.correlation_key,
  status: row.status,
  url: row.destination_url,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  lastStatus: row.last_status,
  lastError: row.last_error,
  replays: row.replays,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});

const attemptOf = ({ attempt, at, durationMs, status, error }: DeliveryAttempt): DeliveryAttemptAnswer => ({
  ...{ attempt, at, durationMs, status, error },
});
