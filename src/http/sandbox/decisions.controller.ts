import { Body, Controller, Path, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { type RejectionCode, rejection } from '../../../aggregates/rejection';
import type { PayoutDecision, SimulatedPix } from '../../../commands/ports/providers/sandbox-controls';
import { type ErrorAnswer, type Success, success } from '../envelope';
import type { NoFields } from '../partner/api-keys.dto';
import type { DeliveryDetails } from '../partner/webhooks/deliveries.dto';
import { replayDelivery } from '../partner/webhooks/delivery-replay';
import { partnerOf, stateOf } from '../request/request-state';
import { brlNumber, centsOf } from '../request/shape/brl';
import { instantOf } from '../request/shape/instant';
import { isCashinId, isIntentId, isWithdrawId } from '../request/shape/object-ids';
import { checked } from '../request/shape/validate-dto';
import { surfaceRefusal } from '../surface-refusal';
import {
  type AdvanceRequest,
  type DecideDeliveryRequest,
  type DecideDisputeRequest,
  type DecidedDeliveryAnswer,
  type DecidedDisputeAnswer,
  type DecidedSessionAnswer,
  type DecideSessionRequest,
  PayChargeRequest,
  type RejectPayoutRequest,
  type ResetAnswer,
  ReturnPayoutRequest,
  type SimulatedChargeAnswer,
  type SimulatedPayoutAnswer,
  type SimulatedTimeAnswer,
} from './decisions.dto';

const DISPUTES = { WON: 'REJECTED', LOST: 'ACCEPTED' } as const;

@Route('api/v1/sandbox')
@Tags('Sandbox')
@Security('partner', ['sandbox', 'simulate'])
export class SandboxDecisionsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Lets the simulated bank settle a payout that waits. The payment completes with the bank's callback. */
  @Post('payouts/{paymentId}/settle')
  @Response<ErrorAnswer>(404, 'PAYMENT_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public settlePayout(@Path() paymentId: string, @Body() _body: NoFields): Promise<Success<SimulatedPayoutAnswer>> {
    return this.decidePayout(paymentId, { kind: 'SETTLE' });
  }

  /** Lets the simulated bank reject a payout that waits, for the reason that is given. */
  @Post('payouts/{paymentId}/reject')
  @Response<ErrorAnswer>(404, 'PAYMENT_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public rejectPayout(
    @Path() paymentId: string,
    @Body() body: RejectPayoutRequest,
  ): Promise<Success<SimulatedPayoutAnswer>> {
    return this.decidePayout(paymentId, { kind: 'REJECT', code: body.code ?? 'OTHER' });
  }

  /** Lets a settled payout come back, whole or in part. */
  @Post('payouts/{paymentId}/return')
  @Response<ErrorAnswer>(404, 'PAYMENT_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public returnPayout(
    @Path() paymentId: string,
    @Body() body: ReturnPayoutRequest,
  ): Promise<Success<SimulatedPayoutAnswer>> {
    const { amount } = checked(ReturnPayoutRequest, body);
    return this.decidePayout(paymentId, { kind: 'RETURN', amountCents: amount === undefined ? null : centsOf(amount) });
  }

  /** Pays the charge of a cash-in, rightly or not; each call is another PIX. The service decides on it as always. */
  @Post('charges/{intentId}/pay')
  @Response<ErrorAnswer>(404, 'INTENT_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public async payCharge(
    @Path() intentId: string,
    @Body() body: PayChargeRequest,
  ): Promise<Success<SimulatedChargeAnswer>> {
    const pix = pixOf(checked(PayChargeRequest, body));
    const asked = { ...this.owner, id: intentId, pix };
    const charge = found(isCashinId(intentId) && (await this.deps.paySandboxCharge(asked)));
    const payments = charge.payments.map(({ endToEndId, amount, paidAt }) => ({
      ...{ endToEndId, amount: brlNumber(amount), paidAt },
    }));
    return success({ intentId, state: charge.state, payments });
  }

  /** Lets the crypto of a cash-in arrive on the simulated network, or fail, while it is on its way. */
  @Post('deliveries/{cashinId}/decide')
  @Response<ErrorAnswer>(404, 'INTENT_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public async decideDelivery(
    @Path() cashinId: string,
    @Body() body: DecideDeliveryRequest,
  ): Promise<Success<DecidedDeliveryAnswer>> {
    const asked = { ...this.owner, id: cashinId, decision: body.decision };
    const decision = found(isCashinId(cashinId) && (await this.deps.decideSandboxDelivery(asked)));
    return success({ intentId: cashinId, decision });
  }

  /** Lets the simulated bank decide the open dispute of a PIX that paid a cash-in. */
  @Post('disputes/{cashinId}/decide')
  @Response<ErrorAnswer>(404, 'INTENT_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public async decideDispute(
    @Path() cashinId: string,
    @Body() body: DecideDisputeRequest,
  ): Promise<Success<DecidedDisputeAnswer>> {
    const { decision } = body;
    const asked = { ...this.owner, id: cashinId, decision: DISPUTES[decision] };
    const { endToEndId, amount } = found(isCashinId(cashinId) && (await this.deps.decideSandboxDispute(asked)));
    return success({ intentId: cashinId, decision, endToEndId, amount: brlNumber(amount) });
  }

  /** Lets the simulated KYC provider decide an open session, or take an approval back. A callback follows. */
  @Post('kyc/sessions/{sessionId}/decide')
  @Response<ErrorAnswer>(404, 'SESSION_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public async decideSession(
    @Path() sessionId: string,
    @Body() body: DecideSessionRequest,
  ): Promise<Success<DecidedSessionAnswer>> {
    const asked = { ...this.owner, id: sessionId, ...body };
    const decision = found(await this.deps.decideSandboxSession(asked), 'SESSION_NOT_FOUND', 'No such KYC session');
    return success({ sessionId, decision });
  }

  /** Moves the time of the partner's simulators on, and never the service's own: quotes and intents run as before. */
  @Post('advance')
  public async advance(@Body() body: AdvanceRequest): Promise<Success<SimulatedTimeAnswer>> {
    const aheadMs = await this.deps.sandboxControls.advance(this.owner.partnerId, body.seconds * 1_000);
    return success({ aheadSeconds: aheadMs / 1_000 });
  }

  /** Empties the books of the partner's simulators and puts their time back; what the ledger knows stays. */
  @Post('reset')
  public async reset(@Body() _body: NoFields): Promise<Success<ResetAnswer>> {
    await this.deps.sandboxControls.reset(this.owner.partnerId);
    return success({ resetAt: this.deps.clock.iso() });
  }

  /** Sends a finished or unsent webhook again, as the route of deliveries does: the same id and bytes. */
  @Post('webhooks/{deliveryId}/replay')
  @Response<ErrorAnswer>(404, 'NOT_FOUND')
  @Response<ErrorAnswer>(409, 'WRONG_STATE')
  public async replayWebhook(@Path() deliveryId: string, @Body() _body: NoFields): Promise<Success<DeliveryDetails>> {
    return success(await replayDelivery(this.request, deliveryId));
  }

  private get deps() {
    return stateOf(this.request).deps;
  }

  private get owner() {
    const { partnerId, mode } = partnerOf(this.request);
    return { partnerId, mode };
  }

  private async decidePayout(id: string, decision: PayoutDecision): Promise<Success<SimulatedPayoutAnswer>> {
    const isPayment = isIntentId(id) || isWithdrawId(id);
    const payout = isPayment ? await this.deps.decideSandboxPayout({ ...this.owner, id, decision }) : null;
    if (payout === null) throw surfaceRefusal('PAYMENT_NOT_FOUND', 'No payout of this id');
    const { state, amountCents, returnedCents } = payout;
    return success({ id, state, amount: brlNumber(amountCents), returnedAmount: brlNumber(returnedCents) });
  }
}

/** False: it is no id. Null: no object of the caller has it. */
const found = <Value>(
  value: Value | null | false,
  code: RejectionCode = 'INTENT_NOT_FOUND',
  message = 'No such intent',
): Value => {
  if (value === null || value === false) throw rejection(code, message);
  return value;
};

const pixOf = ({ amount, taxID, paidAt }: PayChargeRequest): SimulatedPix => {
  const at = instantOf('paidAt', paidAt);
  const amountCents = amount === undefined ? null : centsOf(amount);
  return {
    ...(amountCents === null ? {} : { amountCents }),
    ...(taxID === undefined ? {} : { payerTaxId: taxID }),
    ...(at === undefined ? {} : { paidAtMs: Date.parse(at) }),
  };
};
