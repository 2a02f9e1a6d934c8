import {
  Body,
  Controller,
  Get,
  Header,
  Path,
  Post,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { Request } from 'express';
import { invalidField } from '../../../aggregates/rejection';
import { type CashoutIntentRow, listCashoutIntents } from '../../../read-models/payments/cashout-intents';
import { type ErrorAnswer, type Page, page, type Success, success } from '../envelope';
import { stateOf, userReaderOf } from '../request/request-state';
import { createIntent } from '../shared/create-intent';
import { findOwnIntent } from '../shared/own-intent';
import { surfaceRefusal } from '../surface-refusal';
import { createdPayment, paymentAnswer } from './payment-answer';
import type { CreatedPayment, PaymentAnswer, PaymentRequest, SubmitRequest } from './payments.dto';

@Route('api/payments')
@Tags('Wallet')
@Security('wallet')
export class PaymentsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * Turns a quote into a payment: amount, receiver and memo of the transfer. A quote makes at most one payment.
   * @param idempotencyKey 1 to 255 visible characters; the same key with the same body gets the first answer again
   */
  @Post('create')
  @SuccessResponse(201, 'Created')
  @Response<ErrorAnswer>(403, 'INSUFFICIENT_KYC')
  @Response<ErrorAnswer>(404, 'QUOTE_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'CONCURRENT_OPERATION')
  @Response<ErrorAnswer>(422, 'AMOUNT_ABOVE_LIMIT, QUOTE_EXPIRED, QUOTE_ALREADY_USED')
  public async createPayment(
    @Body() body: PaymentRequest,
    @Header('Idempotency-Key') idempotencyKey?: string,
  ): Promise<Success<CreatedPayment>> {
    this.setStatus(201);
    return createIntent(this.request, { quoteId: body.quoteId, sender: null, idempotencyKey }, createdPayment);
  }

  /**
   * Reports a sent transaction, so that its network is asked for it. The report is no proof: a payment moves on when
   * its own network shows a final transfer with its memo. The answer is the payment as it is now.
   */
  @Post('submit')
  @Response<ErrorAnswer>(404, 'PAYMENT_NOT_FOUND')
  public async submitPayment(@Body() body: SubmitRequest): Promise<Success<PaymentAnswer>> {
    const { deps } = stateOf(this.request);
    const row = await this.existing(body.paymentId);
    const network = deps.catalog.networks.find(({ name }) => name === row.network);
    if (network !== undefined && deps.canonicalTxid(network.family, body.txHash) === null) {
      throw invalidField('txHash', `is not the id of a transaction on ${network.name}`);
    }
    await deps.noteTransaction({ network: row.network, txHash: body.txHash, userId: row.user_id });
    return success(paymentAnswer(deps, row));
  }

  /**
   * The user's payments, newest first.
   * @param limit How many, 1 to 200
   * @isInt limit must be a whole number
   * @minimum limit 1
   * @maximum limit 200
   * @param cursor The id of the last payment seen
   */
  @Get()
  public async listPayments(@Query() limit: number = 20, @Query() cursor?: string): Promise<Page<PaymentAnswer>> {
    const { deps } = stateOf(this.request);
    const rows = await listCashoutIntents(userReaderOf(this.request), { limit, cursor });
    if (rows === null) throw invalidField('cursor', 'is not the id of a payment');
    return page(
      rows,
      limit,
      (row) => row.intent_id,
      (row) => paymentAnswer(deps, row),
    );
  }

  /** A payment of the user's own, with everything that has happened to it. */
  @Get('{paymentId}')
  @Response<ErrorAnswer>(404, 'PAYMENT_NOT_FOUND')
  public async getPayment(@Path() paymentId: string): Promise<Success<PaymentAnswer>> {
    return success(paymentAnswer(stateOf(this.request).deps, await this.existing(paymentId)));
  }

  private async existing(paymentId: string): Promise<CashoutIntentRow> {
    const row = await findOwnIntent(this.request, paymentId);
    if (row === null) throw surfaceRefusal('PAYMENT_NOT_FOUND', 'No such payment');
    return row;
  }
}
