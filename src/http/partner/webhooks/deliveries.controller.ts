import { Body, Controller, Get, Path, Post, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { invalidField } from '../../../../aggregates/rejection';
import { listDeliveries } from '../../../../read-models/webhooks/webhook-deliveries';
import { type ErrorAnswer, type Page, page, type Success, success } from '../../envelope';
import { partnerReaderOf } from '../../request/request-state';
import type { NoFields } from '../api-keys.dto';
import type { DeliveryAnswer, DeliveryDetails, DeliveryStatus } from './deliveries.dto';
import { existingDelivery, inDetail, keptSince, replayDelivery, shownDelivery } from './delivery-replay';

@Route('api/v1/partners/me/webhook-deliveries')
@Tags('Webhooks')
@Security('partner', ['read'])
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
    const rows = await listDeliveries(
      partnerReaderOf(this.request),
      { limit, cursor, status },
      keptSince(this.request),
    );
    if (rows === null) throw invalidField('cursor', 'is not the id of a delivery');
    return page(rows, limit, (row) => row.delivery_id, shownDelivery);
  }

  /** Returns a delivery, with the sent body and the result of each attempt. */
  @Get('{deliveryId}')
  @Response<ErrorAnswer>(404, 'NOT_FOUND')
  public async getDelivery(@Path() deliveryId: string): Promise<Success<DeliveryDetails>> {
    return success(await inDetail(this.request, await existingDelivery(this.request, deliveryId)));
  }

  /** Sends a finished or unsent delivery again: the same id and bytes, to the destination as it is now. */
  @Post('{deliveryId}/replay')
  @Security('partner', ['deliver'])
  @Response<ErrorAnswer>(404, 'NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public async replayDelivery(@Path() deliveryId: string, @Body() _body: NoFields): Promise<Success<DeliveryDetails>> {
    return success(await replayDelivery(this.request, deliveryId));
  }
}
