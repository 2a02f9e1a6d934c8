import { Controller, Get, Queries, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { listRequests, type RequestRow } from '../../../read-models/partners/requests';
import { type Page, page } from '../envelope';
import { partnerReaderOf } from '../request/request-state';
import type { RequestItem, RequestsQuery } from './requests.dto';

@Route('api/v1/partners/me/requests')
@Tags('Requests')
@Security('partner', ['read'])
export class RequestsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** The latest POST requests and failed requests in the caller's mode, newest first. A request appears within seconds. */
  @Get()
  public async listRequests(@Queries() query: RequestsQuery): Promise<Page<RequestItem>> {
    const { limit = 50, cursor } = query;
    const rows = await listRequests(partnerReaderOf(this.request), { limit, cursor });
    return page(rows, limit, ({ number }) => number, itemOf);
  }
}

const itemOf = ({ request_id: requestId, duration_ms: durationMs, ...row }: RequestRow): RequestItem => ({
  ...row,
  ...{ requestId, durationMs },
});
