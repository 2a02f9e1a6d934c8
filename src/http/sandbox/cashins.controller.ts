import { Body, Controller, Path, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { rejection } from '../../../aggregates/rejection';
import { type ErrorAnswer, type Success, success } from '../envelope';
import { partnerOf, stateOf } from '../request/request-state';
import { brlNumber } from '../request/shape/brl';
import { isCashinId } from '../request/shape/object-ids';
import type {
  DecideDeliveryRequest,
  DecideDisputeRequest,
  DecidedDeliveryAnswer,
  DecidedDisputeAnswer,
} from './cashins.dto';

const noIntent = () => rejection('INTENT_NOT_FOUND', 'No such intent');

const DISPUTES = { WON: 'REJECTED', LOST: 'ACCEPTED' } as const;

@Route('api/v1/sandbox')
@Tags('Sandbox')
@Security('partner', ['sandbox'])
export class SandboxCashinsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Lets the crypto of a cash-in arrive on the simulated network, or fail, while it is on its way. */
  @Post('deliveries/{cashinId}/decide')
  @Response<ErrorAnswer>(404, 'INTENT_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public async decideDelivery(
    @Path() cashinId: string,
    @Body() body: DecideDeliveryRequest,
  ): Promise<Success<DecidedDeliveryAnswer>> {
    const { partnerId, mode } = partnerOf(this.request);
    const { deps } = stateOf(this.request);
    const { decision } = body;
    const asked = { partnerId, mode, intentId: cashinId, decision };
    const delivery = isCashinId(cashinId) ? await deps.decideSandboxDelivery(asked) : null;
    if (delivery === null) throw noIntent();
    return success({ intentId: cashinId, decision });
  }

  /** Lets the simulated bank decide the open dispute of a PIX that paid a cash-in. */
  @Post('disputes/{cashinId}/decide')
  @Response<ErrorAnswer>(404, 'INTENT_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  public async decideDispute(
    @Path() cashinId: string,
    @Body() body: DecideDisputeRequest,
  ): Promise<Success<DecidedDisputeAnswer>> {
    const { partnerId, mode } = partnerOf(this.request);
    const { deps } = stateOf(this.request);
    const { decision } = body;
    const asked = { partnerId, mode, intentId: cashinId, decision: DISPUTES[decision] };
    const dispute = isCashinId(cashinId) ? await deps.decideSandboxDispute(asked) : null;
    if (dispute === null) throw noIntent();
    const { endToEndId, amount } = dispute;
    return success({ intentId: cashinId, decision, endToEndId, amount: brlNumber(amount) });
  }
}
