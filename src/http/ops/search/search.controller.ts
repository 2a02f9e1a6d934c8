import { Controller, Get, Query, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { type Success, success } from '../../envelope';
import { opsOf } from '../../request/request-state';
import type { OpsHits } from './search.dto';
import { searchAnswer } from './search-answer';

@Route('ops/v1/search')
@Tags('Search')
@Security('operator')
export class OpsSearchController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * Finds, of any partner, by an id or its beginning, a transaction hash, a wallet, an end-to-end id, a
   * reference, an external id, a charge, a delivery, a partner's name. A document and an e-mail are refused.
   * @param q 3 to 200 characters
   */
  @Get()
  public async search(@Query() q: string): Promise<Success<OpsHits>> {
    return success(await searchAnswer(opsOf(this.request), q));
  }
}
