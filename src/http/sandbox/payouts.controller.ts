import { Body, Controller, Path, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import type { PayoutDecision } from '../../../commands/ports/sandbox-controls';
import { type ErrorAnswer, type Success, success } from '../envelope';
import type { NoFields } from '../partner/api-keys.dto';
import { partnerOf, stateOf } from '../request/request-state';
import { brlNumber, centsOf } from '../request/shape/brl';
import { isIntentId, isWithdrawId } from '../request/shape/object-ids';
import { checked } from '../request/shape/validate-dto';
import { surfaceRefusal } from '../surface-refusal';
import { type RejectPayoutRequest, ReturnPayoutRequest, type SimulatedPayoutAnswer } from './sandbox.dto';

@Route('api/v1/sandbox/payouts')
@Tags('Sandbox')
@Security('partner', ['sandbox'])
export class SandboxPayoutsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Lets the simulated bank settle a payout that waits. The payment completes with the bank's callback. */
  @Post('{paymentId}/settle')
  @Response<ErrorAnswer>(404, 'PAYMENT_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  public settlePayout(@Path() paymentId: string, @Body() _body: NoFields): Promise<Success<SimulatedPayoutAnswer>> {
    return this.decide(paymentId, { kind: 'SETTLE' });
  }

  /** Lets the simulated bank reject a payout that waits, for the reason that is given. */
  @Post('{paymentId}/reject')
  @Response<ErrorAnswer>(404, 'PAYMENT_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  public rejectPayout(
    @Path() paymentId: string,
    @Body() body: RejectPayoutRequest,
  ): Promise<Success<SimulatedPayoutAnswer>> {
    return this.decide(paymentId, { kind: 'REJECT', code: body.code ?? 'OTHER' });
  }

  /** Lets a settled payout come back, whole or in part. */
  @Post('{paymentId}/return')
  @Response<ErrorAnswer>(404, 'PAYMENT_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  public returnPayout(
    @Path() paymentId: string,
    @Body() body: ReturnPayoutRequest,
  ): Promise<Success<SimulatedPayoutAnswer>> {
    const { amount } = checked(ReturnPayoutRequest, body);
    return this.decide(paymentId, { kind: 'RETURN', amountCents: amount === undefined ? null : centsOf(amount) });
  }

  private async decide(id: string, decision: PayoutDecision): Promise<Success<SimulatedPayoutAnswer>> {
    const { partnerId, mode } = partnerOf(this.request);
    const { deps } = stateOf(this.request);
    const isPayment = isIntentId(id) || isWithdrawId(id);
    const payout = isPayment ? await deps.decideSandboxPayout({ partnerId, mode, id, decision }) : null;
    if (payout === null) throw surfaceRefusal('PAYMENT_NOT_FOUND', 'No payout of this id');
    const { state, amountCents, returnedCents } = payout;
    return success({ id, state, amount: brlNumber(amountCents), returnedAmount: brlNumber(returnedCents) });
  }
}
