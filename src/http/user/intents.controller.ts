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
import { type CashoutIntentRow, listCashoutIntents } from '../../../read-models/payments/cashout-intents';
import type { HttpDeps } from '../deps';
import { type ErrorAnswer, type Page, page, type Success, success } from '../envelope';
import { stateOf, userReaderOf } from '../request/request-state';
import { createIntent } from '../shared/create-intent';
import { createdAnswer, intentAnswer } from '../shared/intent-answer';
import type { CreatedIntent, IntentAnswer, IntentRequest, IntentStatus } from '../shared/intents.dto';
import { externalIdOf, openedByRow } from '../shared/opened';
import { findOwnIntent } from '../shared/own-intent';

@Route('api/v1/cashout')
@Tags('Cash-out')
@Security('user')
export class IntentsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * Turns a quote into an intent to pay: amount, receiver and memo of the transfer. A quote makes at most one intent.
   * @param idempotencyKey 1 to 255 visible characters; the same key with the same body gets the first answer again
   */
  @Post('intent')
  @SuccessResponse(201, 'Created')
  @Response<ErrorAnswer>(403, 'INSUFFICIENT_KYC, WALLET_MISMATCH')
  @Response<ErrorAnswer>(404, 'QUOTE_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'CONCURRENT_OPERATION')
  @Response<ErrorAnswer>(422, 'AMOUNT_ABOVE_LIMIT, QUOTE_EXPIRED, QUOTE_ALREADY_USED')
  public async createIntent(
    @Body() body: IntentRequest,
    @Header('Idempotency-Key') idempotencyKey?: string,
  ): Promise<Success<CreatedIntent>> {
    const { quoteId, sender = null } = body;
    this.setStatus(201);
    return createIntent(this.request, { quoteId, sender, idempotencyKey }, async (deps, intent) => ({
      ...createdAnswer(deps, intent),
      ...(await externalIdOf(deps, intent.externalId ?? null)),
    }));
  }

  /**
   * The user's intents, newest first.
   * @param limit How many, 1 to 200
   * @isInt limit must be a whole number
   * @minimum limit 1
   * @maximum limit 200
   * @param cursor The id of the last intent seen
   * @param status Only those in this state
   * @param quoteId Only the one made from this quote
   */
  @Get('intents')
  public async listIntents(
    @Query() limit: number = 20,
    @Query() cursor?: string,
    @Query() status?: IntentStatus,
    @Query() quoteId?: string,
  ): Promise<Page<IntentAnswer>> {
    const { deps } = stateOf(this.request);
    const rows = await listCashoutIntents(userReaderOf(this.request), { limit, cursor, status, quoteId });
    if (rows === null) throw invalidField('cursor', 'is not the id of an intent');
    const shown = await intentAnswers(deps, rows.slice(0, limit));
    return page(rows, limit, (row) => row.intent_id, shown);
  }

  /** An intent of the user's own, with everything that has happened to it. */
  @Get('intent/{intentId}')
  @Response<ErrorAnswer>(404, 'INTENT_NOT_FOUND')
  public async getIntent(@Path() intentId: string): Promise<Success<IntentAnswer>> {
    return success(await this.existing(intentId));
  }

  /** The same as `/cashout/intent/{intentId}`. */
  @Get('intents/{intentId}')
  @Response<ErrorAnswer>(404, 'INTENT_NOT_FOUND')
  public async getIntentOfList(@Path() intentId: string): Promise<Success<IntentAnswer>> {
    return success(await this.existing(intentId));
  }

  private async existing(intentId: string): Promise<IntentAnswer> {
    const row = await findOwnIntent(this.request, intentId);
    if (row === null) throw rejection('INTENT_NOT_FOUND', 'No such intent');
    return (await intentAnswers(stateOf(this.request).deps, [row]))(row);
  }
}

/** Adds the partner's own id of each intent. */
const intentAnswers = async (
  deps: HttpDeps,
  rows: readonly CashoutIntentRow[],
): Promise<(row: CashoutIntentRow) => IntentAnswer> => {
  const externalIds = await openedByRow(deps, rows, (row) => row.external_id);
  return (row) => {
    const externalId = externalIds.get(row);
    return { ...intentAnswer(deps, row), ...(externalId === undefined ? {} : { externalId }) };
  };
};
