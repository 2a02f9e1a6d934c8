import { Body, Controller, Path, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { rejection } from '../../../aggregates/rejection';
import type { SimulatedPix } from '../../../commands/ports/sandbox-controls';
import { type ErrorAnswer, type Success, success } from '../envelope';
import { partnerOf, stateOf } from '../request/request-state';
import { brlNumber, centsOf } from '../request/shape/brl';
import { instantOf } from '../request/shape/instant';
import { isCashinId } from '../request/shape/object-ids';
import { checked } from '../request/shape/validate-dto';
import { PayChargeRequest, type SimulatedChargeAnswer } from './charges.dto';

@Route('api/v1/sandbox/charges')
@Tags('Sandbox')
@Security('partner', ['sandbox'])
export class SandboxChargesController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Pays the charge of a cash-in, rightly or not; each call is another PIX. What comes of it is decided as always. */
  @Post('{intentId}/pay')
  @Response<ErrorAnswer>(404, 'INTENT_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  public async payCharge(
    @Path() intentId: string,
    @Body() body: PayChargeRequest,
  ): Promise<Success<SimulatedChargeAnswer>> {
    const { partnerId, mode } = partnerOf(this.request);
    const { deps } = stateOf(this.request);
    const pix = pixOf(checked(PayChargeRequest, body));
    const charge = isCashinId(intentId) ? await deps.paySandboxCharge({ partnerId, mode, intentId, pix }) : null;
    if (charge === null) throw rejection('INTENT_NOT_FOUND', 'No such intent');
    const payments = charge.payments.map(({ endToEndId, amount, paidAt }) => ({
      ...{ endToEndId, amount: brlNumber(amount), paidAt },
    }));
    return success({ intentId, state: charge.state, payments });
  }
}

const pixOf = ({ amount, taxID, paidAt }: PayChargeRequest): SimulatedPix => {
  const at = instantOf('paidAt', paidAt);
  const amountCents = amount === undefined ? null : centsOf(amount);
  return {
    ...(amountCents === null ? {} : { amountCents }),
    ...(taxID === undefined ? {} : { payerTaxId: taxID }),
    ...(at === undefined ? {} : { paidAtMs: Date.parse(at) }),
  };
};
