import { Body, Controller, Path, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { invalidField, rejection } from '../../../aggregates/rejection';
import { type ErrorAnswer, type Success, success } from '../envelope';
import { partnerOf, stateOf } from '../request/request-state';
import { isIntentId } from '../request/shape/object-ids';
import type {
  CreditedWalletAnswer,
  CreditWalletRequest,
  PlaceDepositRequest,
  PlacedDepositAnswer,
} from './network.dto';

@Route('api/v1/sandbox')
@Tags('Sandbox')
@Security('partner', ['sandbox', 'simulate'])
export class SimulatedNetworkController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Pays an intent on the simulated network, rightly or not. The service decides on it as on any payment. */
  @Post('deposits')
  @Response<ErrorAnswer>(404, 'INTENT_NOT_FOUND')
  public async placeDeposit(@Body() body: PlaceDepositRequest): Promise<Success<PlacedDepositAnswer>> {
    const { intentId, kind } = body;
    const { partnerId, mode } = partnerOf(this.request);
    const { deps } = stateOf(this.request);
    const placed = isIntentId(intentId)
      ? await deps.placeSandboxDeposit({ partnerId, mode, id: intentId, kind })
      : null;
    if (placed === null) throw rejection('INTENT_NOT_FOUND', 'No such intent');
    return success({ intentId, kind, network: placed.network, transactions: [...placed.transactions] });
  }

  /** Gives a wallet units on the simulated network, such as a pegged balance to withdraw from. */
  @Post('wallets/{address}/credit')
  @Response<ErrorAnswer>(400, 'INVALID_ASSET_ID')
  public async creditWallet(
    @Path() address: string,
    @Body() body: CreditWalletRequest,
  ): Promise<Success<CreditedWalletAnswer>> {
    const { partnerId } = partnerOf(this.request);
    const { deps } = stateOf(this.request);
    const wallet = deps.canonicalAddress('simulated', address);
    if (wallet === null) throw invalidField('address', 'is no address of the simulated network (0x and 40 hex digits)');
    const { assetId, amount, allowance } = body;
    const asked = { partnerId, wallet, assetId, amount, allowance: allowance ?? null };
    const { asset, transaction } = await deps.creditSandboxWallet(asked);
    const { symbol, network } = asset;
    return success({ address: wallet, assetId, symbol, network, amount, allowance: asked.allowance, transaction });
  }
}
