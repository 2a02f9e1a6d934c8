import { Body, Controller, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import type { SimulatedFees } from '../../../commands/simulate-fees';
import { findFeeMarkup } from '../../../read-models/partners';
import { type ErrorAnswer, type Success, success } from '../envelope';
import { centsOf } from '../request/brl';
import { partnerReaderOf, stateOf } from '../request/request-state';
import { checked } from '../request/validate-dto';
import { brlNumber, priceContextOf, shownValues } from '../user/quote-answer';
import {
  type SimulatedFeesAnswer,
  type SimulatedValuesAndFees,
  SimulateFees,
  type SimulateFeesRequest,
} from './fees.dto';

@Route('api/v1/partners/me/fees')
@Tags('Fees')
@Security('partner')
@Response<ErrorAnswer>(400, 'INVALID_ASSET_ID')
@Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
@Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
export class FeesController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** What a quote of this amount would cost now, by the function that quotes. Nothing is locked. */
  @Post('simulate')
  public async simulateFees(@Body() body: SimulateFeesRequest): Promise<Success<SimulatedFeesAnswer>> {
    const { deps } = stateOf(this.request);
    // What else the body holds ends here: nothing of it may reach the pricing.
    const given = { amount: body.amount, ...(body.assetId === undefined ? {} : { assetId: body.assetId }) };
    const { amount, assetId = null } = checked(SimulateFees, given);
    const simulated = await deps.simulateFees({
      amountCents: centsOf(amount) ?? 0n,
      assetId,
      feeMarkupBasisPoints: await findFeeMarkup(partnerReaderOf(this.request)),
    });
    return success({ amount, assetId, ...answerOf(simulated) });
  }
}

const answerOf = ({ schedule, order, quoted }: SimulatedFees): Omit<SimulatedFeesAnswer, 'amount' | 'assetId'> => ({
  feeSchedule: {
    floor: brlNumber(schedule.floorCents),
    platformPercent: schedule.platformBasisPoints / 100,
    partnerMarkupPercent: schedule.partnerBasisPoints / 100,
  },
  valuesAndFees: quoted === null ? fiatOnly(order.valuesAndFees) : shownValues(order.valuesAndFees, quoted.decimals),
  priceContext:
    quoted === null
      ? null
      : priceContextOf({
          fees: order.fees,
          priceContext: {
            ...{ ...quoted.price, price: quoted.price.sell },
            feeFloorCents: schedule.floorCents.toString(),
          },
        }),
});

const fiatOnly = (values: SimulatedFees['order']['valuesAndFees']): SimulatedValuesAndFees => ({
  ...shownValues(values, 0),
  ...{ paymentInCrypto: null, networkFeeCrypto: null, processingFeeCrypto: null },
  ...{ totalFeeCrypto: null, totalCrypto: null },
});
