import { Body, Controller, Get, Header, Path, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { invalidField, rejection } from '../../../../aggregates/rejection';
import type { CommandContext } from '../../../../commands/handling/context';
import { type ErrorAnswer, type Success, success } from '../../envelope';
import { idempotencyKeyOf, repeatable } from '../../request/idempotency';
import { stateOf, userOf } from '../../request/request-state';
import { scenarioOf } from '../../request/scenario';
import { centsOf } from '../../request/shape/brl';
import { isQuoteId } from '../../request/shape/object-ids';
import { checked } from '../../request/shape/validate-dto';
import { cashinQuoteAnswer } from './cashin-quote-answer';
import { type CashinQuoteAnswer, CashinQuoteRequest } from './cashin-requests.dto';

@Route('api/v1/cashin/quote')
@Tags('Cash-in')
@Security('user')
export class CashinQuotesController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * Locks a price for a few minutes: how much crypto the amount buys, after every fee, and where it goes.
   * @param idempotencyKey 1 to 255 visible characters; the same key with the same body gets the first answer again
   * @param scenario Name of the scenario that the simulators play; ignored without sandbox credentials
   */
  @Post()
  @Response<ErrorAnswer>(400, 'INVALID_ASSET_ID')
  @Response<ErrorAnswer>(403, 'INSUFFICIENT_KYC, WALLET_MISMATCH')
  @Response<ErrorAnswer>(422, 'AMOUNT_ABOVE_LIMIT, AMOUNT_BELOW_MINIMUM')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  @Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
  public async issueCashinQuote(
    @Body() body: CashinQuoteRequest,
    @Header('Idempotency-Key') idempotencyKey?: string,
    @Header('X-Sandbox-Scenario') scenario?: string,
  ): Promise<Success<CashinQuoteAnswer>> {
    const { deps } = stateOf(this.request);
    const { amount, assetId = null, destinationWallet = null, reference } = checked(CashinQuoteRequest, body);
    const amountCents = centsOf(amount);
    if (amountCents === null) throw invalidField('amount', 'must be greater than zero with at most 2 decimals');
    const key = idempotencyKeyOf(idempotencyKey);
    const known = { ...(reference === undefined ? {} : { reference }), ...scenarioOf(this.request, scenario) };
    const asked = { user: userOf(this.request), assetId, amountCents, destinationWallet, ...known };
    const run = async (context: CommandContext): Promise<CashinQuoteAnswer> =>
      cashinQuoteAnswer(deps, await deps.issueCashinQuote(asked, context));
    return repeatable({ request: this.request, key, status: 200, run });
  }

  /** A quote of the user's own, also after it has expired. */
  @Get('{cashinQuoteId}')
  @Response<ErrorAnswer>(404, 'QUOTE_NOT_FOUND')
  public async getCashinQuote(@Path() cashinQuoteId: string): Promise<Success<CashinQuoteAnswer>> {
    const { deps } = stateOf(this.request);
    const asked = { user: userOf(this.request), quoteId: cashinQuoteId };
    const quote = isQuoteId(cashinQuoteId) ? await deps.getCashinQuote(asked) : null;
    if (quote === null) throw rejection('QUOTE_NOT_FOUND', 'No such quote');
    return success(cashinQuoteAnswer(deps, quote));
  }
}
