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
import { invalidField, rejection } from '../../../../aggregates/rejection';
import {
  type CashinIntentRow,
  findCashinIntent,
  listCashinIntents,
} from '../../../../read-models/payments/cashin-intents';
import { type ErrorAnswer, type Page, page, type Success, success } from '../../envelope';
import { CASHIN_INTENTS, readYourWrites } from '../../request/command-context';
import { idempotencyKeyOf, repeatable } from '../../request/idempotency';
import { stateOf, userOf, userReaderOf } from '../../request/request-state';
import { isCashinId, isQuoteId } from '../../request/shape/object-ids';
import { checked } from '../../request/shape/validate-dto';
import type { CashinIntentAnswer, CashinStatus } from '../../shared/cashin/cashin.dto';
import { cashinAnswer } from '../../shared/cashin/cashin-answer';
import { cashinDetails } from './cashin-details';
import { CashinCustomer, type CashinIntentDetails, type CashinIntentRequest } from './cashin-requests.dto';

@Route('api/v1/cashin')
@Tags('Cash-in')
@Security('user')
export class CashinIntentsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * Turns a quote into a PIX charge. A quote makes at most one intent. When the bank does not answer in time, `brCode`
   * is null here; read the intent again to get it.
   * @param idempotencyKey 1 to 255 visible characters; the same key with the same body gets the first answer again
   */
  @Post('intent')
  @SuccessResponse(201, 'Created')
  @Response<ErrorAnswer>(403, 'INSUFFICIENT_KYC, WALLET_MISMATCH')
  @Response<ErrorAnswer>(404, 'QUOTE_NOT_FOUND')
  @Response<ErrorAnswer>(409, 'CONCURRENT_OPERATION')
  @Response<ErrorAnswer>(422, 'QUOTE_EXPIRED, QUOTE_ALREADY_USED')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  @Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
  public async createCashinIntent(
    @Body() body: CashinIntentRequest,
    @Header('Idempotency-Key') idempotencyKey?: string,
  ): Promise<Success<CashinIntentDetails>> {
    const { request } = this;
    const { deps } = stateOf(request);
    const { quoteId, destinationWallet = null } = body;
    const customer = body.customer === undefined ? {} : checkedCustomer(body.customer);
    const key = idempotencyKeyOf(idempotencyKey);
    const user = userOf(request);
    this.setStatus(201);
    return repeatable({
      request,
      key,
      status: 201,
      run: async (context) => {
        if (!isQuoteId(quoteId)) throw rejection('QUOTE_NOT_FOUND', 'No such quote');
        const asked = { user, quoteId, customer, destinationWallet };
        const { intentId, position } = await deps.createCashinIntent(asked, context);
        await readYourWrites(request, CASHIN_INTENTS, position);
        // As the stream says: rows may not show the charge yet.
        const created = await deps.foldCashinIntent(user, intentId);
        if (created === null) throw rejection('INTENT_NOT_FOUND', 'No such intent');
        return cashinDetails(deps, created);
      },
    });
  }

  /**
   * The user's cash-ins, newest first.
   * @param limit How many, 1 to 200
   * @isInt limit must be a whole number
   * @minimum limit 1
   * @maximum limit 200
   * @param cursor The id of the last intent seen
   * @param status Only those in this state
   */
  @Get('intents')
  public async listCashinIntents(
    @Query() limit: number = 20,
    @Query() cursor?: string,
    @Query() status?: CashinStatus,
  ): Promise<Page<CashinIntentAnswer>> {
    const { deps } = stateOf(this.request);
    const rows = await listCashinIntents(userReaderOf(this.request), { limit, cursor, status });
    if (rows === null) throw invalidField('cursor', 'is not the id of an intent');
    return page(
      rows,
      limit,
      (row) => row.intent_id,
      (row) => cashinAnswer(deps, row),
    );
  }

  /** A cash-in of the user's own, with everything that has happened to it. */
  @Get('intent/{cashinId}')
  @Response<ErrorAnswer>(404, 'INTENT_NOT_FOUND')
  public async getCashinIntent(@Path() cashinId: string): Promise<Success<CashinIntentDetails>> {
    return success(cashinDetails(stateOf(this.request).deps, await this.own(cashinId)));
  }

  private async own(intentId: string): Promise<CashinIntentRow> {
    const row = isCashinId(intentId) ? await this.find(intentId) : null;
    if (row === null) throw rejection('INTENT_NOT_FOUND', 'No such intent');
    return row;
  }

  /** From the stream when the read model lags behind. */
  private async find(intentId: string): Promise<CashinIntentRow | null> {
    const row = await findCashinIntent(userReaderOf(this.request), intentId);
    return row ?? stateOf(this.request).deps.foldCashinIntent(userOf(this.request), intentId);
  }
}

/** Names its fields as the request does. */
const checkedCustomer = (customer: CashinCustomer): CashinCustomer => checked(CashinCustomer, customer, 'customer.');
