import { Controller, Get, Path, Response, Route, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { rejection } from '../../../aggregates/rejection';
import { type ErrorAnswer, type Success, success } from '../envelope';
import { publicLink } from '../partner/links/link-answer';
import type { PublicLink } from '../partner/links/links.dto';
import { stateOf } from '../request/request-state';
import { isLinkCode } from '../request/shape/object-ids';

@Route('api/v1/links')
@Tags('Payment links')
@Response<ErrorAnswer>(404, 'NOT_FOUND')
export class PublicLinksController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Returns the payment that a link names. A removed or expired link counts as unknown. */
  @Get('{code}')
  public async resolveLink(@Path() code: string): Promise<Success<PublicLink>> {
    const { deps } = stateOf(this.request);
    const row = isLinkCode(code) ? await deps.links.find(code) : null;
    if (row === null) throw rejection('NOT_FOUND', 'No such link');
    return success(await publicLink(deps, row));
  }
}
