import { Controller, Get, Query, Response, Route, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { rejection } from '../../../aggregates/rejection';
import { type ErrorAnswer, type Success, success } from '../envelope';
import { stateOf } from '../request/request-state';
import type { AssetPrice } from './prices.dto';

@Route('api/v1/getAssetPrice')
@Tags('Catalog')
@Response<ErrorAnswer>(400, 'INVALID_ASSET_ID')
@Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
@Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
export class PricesController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * The price of an asset in BRL.
   * @param assetId From the catalog
   * @isInt assetId must be a whole number
   */
  @Get()
  public async getAssetPrice(
    @Query() assetId: number,
    @Query() fiatCurrency: 'BRL' = 'BRL',
  ): Promise<Success<AssetPrice>> {
    const { deps } = stateOf(this.request);
    const asset = deps.catalog.assets.find((candidate) => candidate.assetId === assetId);
    if (asset === undefined) throw rejection('INVALID_ASSET_ID', 'Unknown assetId; see accepted-cryptos');
    const { price, pair, updatedAt, cached, cacheAgeMs } = await deps.currentPrice(assetId);
    return success({
      assetId,
      fiatCurrency,
      price: +price,
      pair,
      baseCurrency: asset.symbol,
      quoteCurrency: 'BRL',
      updated_at: updatedAt,
      cached,
      cacheAge: Math.floor(cacheAgeMs / 1000),
    });
  }
}
