import { Body, Controller, Get, Path, Post, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { invalidField, rejection } from '../../../../aggregates/rejection';
import {
  type DeliveryAttempt,
  type DeliveryRow,
  findDelivery,
  listDeliveries,
} from '../../../../read-models/webhook-deliveries';
import { findWebhookDestination } from '../../../../read-models/webhook-destinations';
import { type ErrorAnswer, type Page, page, type Success, success } from '../../envelope';
import { freshContextOf, readYourWrites, WEBHOOK_OUTBOX } from '../../request/command-context';
import { partnerOf, partnerReaderOf, stateOf } from '../../request/request-state';
import { isDeliveryId } from '../../request/shape/object-ids';
import type { NoFields } from '../api-keys.dto';
import type { DeliveryAnswer, DeliveryAttemptAnswer, DeliveryDetails, DeliveryStatus } from './deliveries.dto';
import { sentBodies } from './sent-bodies';

/** How long a delivery can be seen and sent again (design: api, section 6). */
const KEPT_MS = 30 * 86_400_000;

@Route('api/v1/partners/me/webhook-deliveries')
@Tags('Webhooks')
@Security('partner')
export class DeliveriesController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * The deliveries of the last 30 days, newest first.
   * @param limit How many, 1 to 200
   * @isInt limit must be a whole number
   * @minimum limit 1
   * @maximum limit 200
   * @param cursor The deliveryId of the last delivery seen
   */
  @Get()
  public async listDeliveries(
    @Query() limit: number = 20,
    @Query() cursor?: string,
    @Query() status?: DeliveryStatus,
  ): Promise<Page<DeliveryAnswer>> {
    const rows = await listDeliveries(partnerReaderOf(this.request), { limit, cursor, status }, this.keptSince());
    if (rows === null) throw invalidField('cursor', 'is not the id of a delivery');
    return page(rows, limit, (row) => row.delivery_id, shown);
  }

  /** One delivery, with what was sent and what came of each attempt. */
  @Get('{deliveryId}')
  @Response<ErrorAnswer>(404, 'NOT_FOUND')
  public async getDelivery(@Path() deliveryId: string): Promise<Success<DeliveryDetails>> {
    return success(await this.inDetail(await this.existing(deliveryId)));
  }

  /** Sends a finished or unsent delivery again: the same id and bytes, to the destination as it is now. */
  @Post('{deliveryId}/replay')
  @Response<ErrorAnswer>(404, 'NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public async replayDelivery(@Path() deliveryId: string, @Body() _body: NoFields): Promise<Success<DeliveryDetails>> {
    const { deps } = stateOf(this.request);
    const { partnerId, mode } = partnerOf(this.request);
    const { status } = await this.existing(deliveryId);
    if ((await findWebhookDestination(partnerReaderOf(this.request))) === null) {
      throw rejection('NOT_FOUND', 'No webhook destination is registered');
    }
    const { position } = await deps.replayWebhook(
      { deliveryId, partnerId, mode, isUnsent: status === 'UNSENT' },
      freshContextOf(this.request),
    );
    await readYourWrites(this.request, WEBHOOK_OUTBOX, position);
    return success(await this.inDetail(await this.existing(deliveryId)));
  }

  private async inDetail(row: DeliveryRow): Promise<DeliveryDetails> {
    const bodyOf = await sentBodies(stateOf(this.request).deps, [row]);
    return { ...shown(row), body: bodyOf(row), history: row.history.map(attemptOf) };
  }

  /** The partner's own delivery; another partner's counts as unknown. */
  private async existing(deliveryId: string): Promise<DeliveryRow> {
    const row = isDeliveryId(deliveryId)
      ? await findDelivery(partnerReaderOf(this.request), deliveryId, this.keptSince())
      : null;
    if (row === null) throw rejection('NOT_FOUND', 'No such delivery');
    return row;
  }

  private keptSince(): string {
    return new Date(stateOf(this.request).deps.clock.now() - KEPT_MS).toISOString();
  }
}

const shown = (row: DeliveryRow): DeliveryAnswer => ({
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
