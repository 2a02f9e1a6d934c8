import { Controller, Get, Query, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { listNotifications } from '../../../../read-models/webhooks/partner-feed';
import { type Page, page } from '../../envelope';
import { partnerReaderOf, stateOf } from '../../request/request-state';
import type { FeedEvent } from './deliveries.dto';
import { feedPlaceOf } from './feed-cursor';
import { sentBodies } from './sent-bodies';

@Route('api/v1/partners/me/events')
@Tags('Webhooks')
@Security('partner', ['read'])
export class FeedController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * All of the partner's notifications, oldest first: sent, unsent and opt-in. New notifications never appear before
   * one that has been read.
   * @param after The `position` of the last notification seen, which is its id; `0`, or nothing, is the beginning. Digits
   * are a position of the first version, valid until the ledger moves to another event store
   * @param limit How many, 1 to 200
   * @isInt limit must be a whole number
   * @minimum limit 1
   * @maximum limit 200
   */
  @Get()
  public async listEvents(@Query() after?: string, @Query() limit: number = 100): Promise<Page<FeedEvent>> {
    const { deps } = stateOf(this.request);
    const reader = partnerReaderOf(this.request);
    const rows = await listNotifications(reader, await feedPlaceOf(deps, reader, after), limit);
    const bodyOf = await sentBodies(deps, rows.slice(0, limit));
    return page(
      rows,
      limit,
      (row) => row.delivery_id,
      (row) => ({ position: row.delivery_id, ...(JSON.parse(bodyOf(row)) as Told) }),
    );
  }
}

type Told = Omit<FeedEvent, 'position'>;
