import { Controller, Get, Query, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { type Success, success } from '../../envelope';
import { opsOf } from '../../request/request-state';
import { newsAbout, type OpsNews } from './news';

@Route('ops/v1/live')
@Tags('Live')
@Security('operator')
export class OpsLiveController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * Reports news to an open page, which asks every two seconds. These requests do not extend the session.
   * @param after The `knownTo` of the page
   * @pattern after ^-?[0-9]{1,20}$ must be a position of the log
   * @param about The id of a payment
   */
  @Get()
  public async getNews(@Query() after: string, @Query() about: string): Promise<Success<OpsNews>> {
    return success(await newsAbout(opsOf(this.request), about, after));
  }
}
