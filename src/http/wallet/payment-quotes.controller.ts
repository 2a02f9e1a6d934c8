import { Body, Controller, Header, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { invalidField } from '../../../aggregates/rejection';
import type { CommandContext } from '../../../commands/handling/context';
import type { PublicCatalog } from '../deps';
import { type ErrorAnswer, type Success } from '../envelope';
import { idempotencyKeyOf, repeatable } from '../request/idempotency';
import { stateOf } from '../request/request-state';
import { scenarioOf } from '../request/scenario';
import { centsOf } from '../request/shape/brl';
import { checked } from '../request/shape/validate-dto';
import { throwWithNames } from '../shared/field-names';
import { quoteAnswer } from '../shared/quote-answer';
import type { QuoteAnswer } from '../shared/quotes.dto';
import { PaymentQuoteRequest } from './payments.dto';
import { registeredUser } from './registered-user';

@Route('api/payments/quote')
@Tags('Wallet')
@Security('wallet')
export class PaymentQuotesController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * Locks a price for a few minutes: what paying the code costs in the asset, with every fee. The first quote of an address
   * registers it.
   * @param idempotencyKey 1 to 255 visible characters; the same key with the same body gets the first answer again
   * @param scenario Name of the scenario that the simulators play; ignored without sandbox credentials
   */
  @Post()
  @Response<ErrorAnswer>(400, 'INVALID_ASSET_ID')
  @Response<ErrorAnswer>(403, 'INSUFFICIENT_KYC')
  @Response<ErrorAnswer>(422, 'AMOUNT_ABOVE_LIMIT, AMOUNT_BELOW_MINIMUM, INVALID_CODE')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  @Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
  public async quotePayment(
    @Body() body: PaymentQuoteRequest,
    @Header('Idempotency-Key') idempotencyKey?: string,
    @Header('X-Sandbox-Scenario') scenario?: string,
  ): Promise<Success<QuoteAnswer>> {
    const { deps } = stateOf(this.request);
    const { code, assetId, blockchain, amount } = checked(PaymentQuoteRequest, body);
    const key = idempotencyKeyOf(idempotencyKey);
    const amountCents = amount === undefined ? null : centsOf(amount);
    const played = scenarioOf(this.request, scenario);
    const user = await registeredUser(this.request);
    const run = async (context: CommandContext): Promise<QuoteAnswer> => {
      mustBeOn(deps.catalog, assetId, blockchain);
      const asked = { user, assetId, invoiceCode: code, amountCents, sender: null, externalId: null, ...played };
      const { quote } = await deps.issueQuote(asked, context).catch(throwWithNames({ invoiceCode: 'code' }));
      return quoteAnswer(deps, quote);
    };
    return repeatable({ request: this.request, key, status: 200, run });
  }
}

/** Passes an unknown asset: the command refuses it. */
const mustBeOn = ({ assets }: PublicCatalog, assetId: number, blockchain: string): void => {
  const asset = assets.find((candidate) => candidate.assetId === assetId);
  if (asset !== undefined && asset.network !== blockchain) {
    throw invalidField('blockchain', 'is not the network of this asset');
  }
};
