import { Body, Controller, Path, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { type ErrorAnswer, type Success, success } from '../envelope';
import type { NoFields } from '../partner/api-keys.dto';
import type { DeliveryDetails } from '../partner/webhooks/deliveries.dto';
import { replayDelivery } from '../partner/webhooks/delivery-replay';
import { partnerOf, stateOf } from '../request/request-state';
import type { AdvanceRequest, ResetAnswer, SimulatedTimeAnswer } from './sandbox.dto';

@Route('api/v1/sandbox')
@Tags('Sandbox')
@Security('partner', ['sandbox'])
export class SimulatorsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Moves the time of the partner's simulators on, and never the service's own: quotes and intents run as before. */
  @Post('advance')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  public async advance(@Body() body: AdvanceRequest): Promise<Success<SimulatedTimeAnswer>> {
    const { sandboxControls } = stateOf(this.request).deps;
    const aheadMs = await sandboxControls.advance(partnerOf(this.request).partnerId, body.seconds * 1_000);
    return success({ aheadSeconds: aheadMs / 1_000 });
  }

  /** Empties the books of the partner's simulators and puts their time back; what the ledger knows stays. */
  @Post('reset')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  public async reset(@Body() _body: NoFields): Promise<Success<ResetAnswer>> {
    const { deps } = stateOf(this.request);
    await deps.sandboxControls.reset(partnerOf(this.request).partnerId);
    return success({ resetAt: deps.clock.iso() });
  }

  /** Sends a finished or unsent webhook again, as the route of deliveries does: the same id and bytes. */
  @Post('webhooks/{deliveryId}/replay')
  @Response<ErrorAnswer>(404, 'NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public async replayWebhook(@Path() deliveryId: string, @Body() _body: NoFields): Promise<Success<DeliveryDetails>> {
    return success(await replayDelivery(this.request, deliveryId));
  }
}
