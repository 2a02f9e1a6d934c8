import { Body, Controller, Get, Header, Path, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { invalidField, rejection } from '../../../aggregates/rejection';
import type { CommandContext } from '../../../commands/handling/context';
import type { InvoiceInput } from '../../../commands/invoices/read-invoice';
import { type ErrorAnswer, type Success, success } from '../envelope';
import { idempotencyKeyOf, repeatable } from '../request/idempotency';
import { stateOf, userOf } from '../request/request-state';
import { scenarioOf } from '../request/scenario';
import { centsOf } from '../request/shape/brl';
import { isQuoteId } from '../request/shape/object-ids';
import { checked } from '../request/shape/validate-dto';
import { quoteAnswer } from '../shared/quote-answer';
import { type QuoteAnswer, QuoteRequest } from '../shared/quotes.dto';

/** Refuses a kind of key without a key. */
const payeeOf = ({ invoiceCode, pixKey, pixKeyType }: QuoteRequest): Pick<InvoiceInput, 'invoiceCode' | 'pixKey'> => {
  if (pixKey === undefined && pixKeyType !== undefined) throw invalidField('pixKeyType', 'only together with pixKey');
  return {
    invoiceCode: invoiceCode ?? null,
    pixKey: pixKey === undefined ? null : { text: pixKey, kind: pixKeyType ?? null },
  };
};

@Route('api/v1/cashout/quote')
@Tags('Cash-out')
@Security('user')
export class QuotesController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * Locks a price for a few minutes: what paying the code costs in the asset, with every fee.
   * @param idempotencyKey 1 to 255 visible characters; the same key with the same body gets the first answer again
   * @param scenario Name of the scenario that the simulators play; ignored without sandbox credentials
   */
  @Post()
  @Response<ErrorAnswer>(400, 'INVALID_ASSET_ID')
  @Response<ErrorAnswer>(403, 'INSUFFICIENT_KYC, WALLET_MISMATCH')
  @Response<ErrorAnswer>(422, 'AMOUNT_ABOVE_LIMIT, AMOUNT_BELOW_MINIMUM, INVALID_CODE, INVALID_PIX_KEY')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  @Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
  public async issueQuote(
    @Body() body: QuoteRequest,
    @Header('Idempotency-Key') idempotencyKey?: string,
    @Header('X-Sandbox-Scenario') scenario?: string,
  ): Promise<Success<QuoteAnswer>> {
    const { deps } = stateOf(this.request);
    const asked = checked(QuoteRequest, body);
    const key = idempotencyKeyOf(idempotencyKey);
    const user = userOf(this.request);
    const played = scenarioOf(this.request, scenario);
    const run = async (context: CommandContext): Promise<QuoteAnswer> => {
      const { quote } = await deps.issueQuote(
        {
          user,
          assetId: asked.assetId,
          ...payeeOf(asked),
          amountCents: asked.amount === undefined ? null : centsOf(asked.amount),
          sender: asked.sender ?? null,
          externalId: asked.externalId ?? null,
          ...(asked.reference === undefined ? {} : { reference: asked.reference }),
          ...played,
        },
        context,
      );
      return quoteAnswer(deps, quote);
    };
    return repeatable({ request: this.request, key, status: 200, run });
  }

  /** A quote of the user's own, also after it has expired. */
  @Get('{quoteId}')
  @Response<ErrorAnswer>(404, 'QUOTE_NOT_FOUND')
  public async getQuote(@Path() quoteId: string): Promise<Success<QuoteAnswer>> {
    const { deps } = stateOf(this.request);
    const quote = isQuoteId(quoteId) ? await deps.getQuote({ user: userOf(this.request), quoteId }) : null;
    if (quote === null) throw rejection('QUOTE_NOT_FOUND', 'No such quote');
    return success(await quoteAnswer(deps, quote));
  }
}
