import { Body, Controller, Post, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { type Success, success } from '../../envelope';
import { ACCOUNTS, freshContextOf, readYourWrites } from '../../request/command-context';
import { partnerOf, stateOf } from '../../request/request-state';
import type { NoFields } from '../api-keys.dto';
import type { RotatedWebhookSecretAnswer } from './webhook-config.dto';

@Route('api/v1/partners/me/rotate-webhook-secret')
@Tags('Webhooks')
@Security('partner', ['configure'])
export class WebhookSecretController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Makes a new secret, shown once. The previous secret also signs for 24 hours; older ones do not. */
  @Post()
  public async rotateWebhookSecret(@Body() _body: NoFields): Promise<Success<RotatedWebhookSecretAnswer>> {
    const { partnerId, mode } = partnerOf(this.request);
    const context = freshContextOf(this.request);
    const { position, ...rotated } = await stateOf(this.request).deps.rotateWebhookSecret({ partnerId, mode }, context);
    await readYourWrites(this.request, ACCOUNTS, position);
    return success(rotated);
  }
}
