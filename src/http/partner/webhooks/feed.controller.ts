import { Controller, Get, Query, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { invalidField } from '../../../../aggregates/rejection';
import { type FeedPlace, type FeedRow, listNotifications } from '../../../../read-models/webhook-deliveries';
import { type Page, page } from '../../envelope';
import { partnerReaderOf, stateOf } from '../../request/request-state';
import type { FeedEvent } from './deliveries.dto';
import { sentBodies } from './sent-bodies';

@Route('api/v1/partners/me/events')
@Tags('Webhooks')
@Security('partner')
export class FeedController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * All of the partner's notifications, oldest first: sent, unsent and opt-in. Nothing ever appears before a position
   * that has been read.
   * @param after The position of the last event seen; without it from the beginning
   * @param limit How many, 1 to 200
   * @isInt limit must be a whole number
   * @minimum limit 1
   * @maximum limit 200
   */
  @Get()
  public async listEvents(@Query() after?: string, @Query() limit: number = 100): Promise<Page<FeedEvent>> {
    const place = after === undefined ? null : placeOf(after);
    const rows = await listNotifications(partnerReaderOf(this.request), place, limit);
    const bodyOf = await sentBodies(stateOf(this.request).deps, rows.slice(0, limit));
    return page(rows, limit, positionOf, (row) => ({
      position: positionOf(row),
      ...(JSON.parse(bodyOf(row)) as Told),
    }));
  }
}

type Told = Omit<FeedEvent, 'position'>;

/** Both halves of a position are equal nearly always: then one number is shown. */
const positionOf = ({ position_commit: commit, position_prepare: prepare }: FeedRow): string =>
  commit === prepare ? commit : `${commit}-${prepare}`;

const POSITION = /^(\d{1,20})(?:-(\d{1,20}))?$/;

const placeOf = (text: string): FeedPlace => {
  const [, commit, prepare = commit] = POSITION.exec(text) ?? [];
  if (commit === undefined || prepare === undefined) throw invalidField('after', 'is not the position of an event');
  return { commit, prepare };
};
