import { Body, Controller, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import type { SimulatedFees } from '../../../commands/quote/simulate-fees';
import { findFeeMarkup } from '../../../read-models/partners/partners';
import { type ErrorAnswer, type Success, success } from '../envelope';
import { partnerOf, partnerReaderOf, stateOf } from '../request/request-state';
import { brlNumber, centsOf } from '../request/shape/brl';
import { checked } from '../request/shape/validate-dto';
import { priceContextOf, shownValues } from '../shared/quote-answer';
import { type SimulatedFeesAnswer, SimulateFees, type SimulateFeesRequest } from './fees.dto';

@Route('api/v1/partners/me/fees')
@Tags('Fees')
@Security('partner', ['read'])
@Response<ErrorAnswer>(400, 'INVALID_ASSET_ID')
@Response<ErrorAnswer>(422, 'AMOUNT_ABOVE_LIMIT, AMOUNT_BELOW_MINIMUM')
@Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
@Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
export class FeesController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Simulates the cost of a quote of this amount now, by the function that quotes. No price is locked. */
  @Post('simulate')
  public async simulateFees(@Body() body: SimulateFeesRequest): Promise<Success<SimulatedFeesAnswer>> {
    const { deps } = stateOf(this.request);
    // Drops the other fields of the body: none may reach the pricing.
    const given = { amount: body.amount, ...(body.assetId === undefined ? {} : { assetId: body.assetId }) };
    const { amount, assetId = null } = checked(SimulateFees, given);
    const simulated = await deps.simulateFees({
      amountCents: centsOf(amount) ?? 0n,
      assetId,
      feeMarkupBasisPoints: await findFeeMarkup(partnerReaderOf(this.request)),
      mode: partnerOf(this.request).mode,
    });
    return success({ amount, assetId, ...answerOf(simulated) });
  }
}

const answerOf = (simulated: SimulatedFees): Omit<SimulatedFeesAnswer, 'amount' | 'assetId'> => {
  const { schedule, order, quoted } = simulated;
  return {
    feeSchedule: {
      floor: brlNumber(schedule.floorCents),
      platformPercent: schedule.platformBasisPoints / 100,
      partnerMarkupPercent: schedule.partnerBasisPoints / 100,
    },
    ...(quoted === null ? generic(order) : inAsset(simulated, quoted)),
  };
};

type Figures = Pick<SimulatedFeesAnswer, 'valuesAndFees' | 'priceContext'>;
type Quoted = NonNullable<SimulatedFees['quoted']>;

const inAsset = ({ schedule, order }: SimulatedFees, { price, decimals }: Quoted): Figures => {
  const { pair, sell, asOf, sources } = price;
  const feeFloorCents = schedule.floorCents.toString();
  return {
    valuesAndFees: shownValues(order.valuesAndFees, decimals),
    priceContext: priceContextOf({
      fees: order.fees,
      priceContext: { pair, price: sell, asOf, sources, feeFloorCents },
    }),
  };
};

const NOTHING_IN_CRYPTO = {
  paymentInCrypto: null,
  networkFeeCrypto: null,
  processingFeeCrypto: null,
  totalFeeCrypto: null,
  totalCrypto: null,
};

/** Without an asset there is no price, and only the BRL figures mean anything. */
const generic = ({ valuesAndFees }: SimulatedFees['order']): Figures => ({
  valuesAndFees: { ...shownValues(valuesAndFees, 0), ...NOTHING_IN_CRYPTO },
  priceContext: null,
});
