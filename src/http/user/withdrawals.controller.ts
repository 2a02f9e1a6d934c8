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
import { invalidField, rejection } from '../../../aggregates/rejection';
import { listWithdrawals } from '../../../read-models/payments/withdrawals';
import { type ErrorAnswer, type Page, page, type Success, success } from '../envelope';
import { userReaderOf } from '../request/request-state';
import { checked } from '../request/shape/validate-dto';
import { findOwnWithdrawal } from '../shared/own-withdrawal';
import { withdraw } from '../shared/withdraw';
import { type WithdrawAnswer, WithdrawRequest } from '../shared/withdraw.dto';
import { withdrawAnswer } from '../shared/withdraw-answer';

@Route('api/v1/cashout')
@Tags('Withdraw')
@Security('user')
export class WithdrawalsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * Pays out a pegged balance by PIX, one to one less the fee. Answers when it has ended, or after 8 s with PROCESSING.
   * @param idempotencyKey 1 to 255 visible characters; the same key with the same body gets the first answer again
   * @param scenario Name of the scenario that the simulators play; ignored without sandbox credentials
   */
  @Post('withdraw')
  @Security('user', ['pegged-withdraw'])
  @SuccessResponse(201, 'Created')
  @Response<ErrorAnswer>(403, 'FEATURE_DISABLED, INSUFFICIENT_KYC, WALLET_MISMATCH')
  @Response<ErrorAnswer>(422, 'INSUFFICIENT_PEGGED_BALANCE, AMOUNT_ABOVE_LIMIT, AMOUNT_BELOW_MINIMUM, INVALID_PIX_KEY')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  @Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
  public async withdraw(
    @Body() body: WithdrawRequest,
    @Header('Idempotency-Key') idempotencyKey?: string,
    @Header('X-Sandbox-Scenario') scenario?: string,
  ): Promise<Success<WithdrawAnswer>> {
    this.setStatus(201);
    return withdraw(this.request, checked(WithdrawRequest, body), { idempotencyKey, scenario });
  }

  /** A withdrawal of the user's own. */
  @Get('withdraw/{withdrawId}')
  @Response<ErrorAnswer>(404, 'WITHDRAW_NOT_FOUND')
  public async getWithdrawal(@Path() withdrawId: string): Promise<Success<WithdrawAnswer>> {
    const row = await findOwnWithdrawal(this.request, withdrawId);
    if (row === null) throw rejection('WITHDRAW_NOT_FOUND', 'No such withdrawal');
    return success(withdrawAnswer(row));
  }

  /**
   * The user's withdrawals, newest first.
   * @param limit How many, 1 to 200
   * @isInt limit must be a whole number
   * @minimum limit 1
   * @maximum limit 200
   * @param cursor The id of the last withdrawal seen
   */
  @Get('withdrawals')
  public async listWithdrawals(@Query() limit: number = 20, @Query() cursor?: string): Promise<Page<WithdrawAnswer>> {
    const rows = await listWithdrawals(userReaderOf(this.request), { limit, cursor });
    if (rows === null) throw invalidField('cursor', 'is not the id of a withdrawal');
    return page(rows, limit, (row) => row.withdraw_id, withdrawAnswer);
  }
}
