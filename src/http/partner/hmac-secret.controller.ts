import { Body, Controller, Post, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { type Success, success } from '../envelope';
import { ACCOUNTS, freshContextOf, readYourWrites } from '../request/command-context';
import { partnerOf, stateOf } from '../request/request-state';
import type { IssuedHmacSecretAnswer, NoFields } from './api-keys.dto';

@Route('api/v1/partners/me/rotate-hmac-secret')
@Tags('API keys')
@Security('partner', ['configure'])
export class HmacSecretController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Makes a new secret for signed requests in the caller's mode, shown once. The previous secret is refused at once. */
  @Post()
  public async rotateHmacSecret(@Body() _body: NoFields): Promise<Success<IssuedHmacSecretAnswer>> {
    const { partnerId, mode } = partnerOf(this.request);
    const context = freshContextOf(this.request);
    const { position, ...issued } = await stateOf(this.request).deps.issueHmacSecret({ partnerId, mode }, context);
    await readYourWrites(this.request, ACCOUNTS, position);
    return success(issued);
  }
}
