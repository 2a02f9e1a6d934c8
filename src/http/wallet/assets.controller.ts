import { Controller, Get, Query, Response, Route, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import type { Mode } from '../../../aggregates/partner/events';
import { knownCaller } from '../authentication';
import type { PublicCatalog } from '../deps';
import { type ErrorAnswer, type Success, success } from '../envelope';
import { catalogOfMode, copyOfCatalog } from '../public/catalog-answer';
import { stateOf } from '../request/request-state';
import { brlNumber } from '../request/shape/brl';
import type { AcceptedCryptosAnswer, AssetsAnswer, GatewayConfigAnswer, WalletPrice } from './assets.dto';

/** Wallets belong to the instance itself: they see its mode. */
const catalogFor = (request: Request): PublicCatalog => {
  const { catalog, instance } = stateOf(request).deps;
  return catalogOfMode(catalog, instance.mode);
};

/** A caller that the route does not know is a wallet. */
const viewerOf = async (request: Request): Promise<{ readonly mode: Mode; readonly partnerId: string | null }> =>
  (await knownCaller(request)) ?? { mode: stateOf(request).deps.instance.mode, partnerId: null };

@Route('api/assets')
@Tags('Wallet')
export class AssetsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Every asset that a wallet can use here. */
  @Get()
  public listAssets(): Success<AssetsAnswer> {
    return success({ assets: [...catalogFor(this.request).assets] });
  }

  /** Every asset that a wallet can use here, by name and network alone. */
  @Get('accepted-cryptos')
  public listCryptos(): Success<AcceptedCryptosAnswer> {
    const { assets } = catalogFor(this.request);
    return success({ cryptos: assets.map(({ assetId, symbol, blockchain }) => ({ assetId, symbol, blockchain })) });
  }

  /**
   * Returns the limits and offers of this instance. With a partner's credential, or the token of a partner's user: the
   * offers of that credential's mode, and the spender to which that partner's users give an allowance.
   */
  @Get('gateway-config')
  public async getGatewayConfig(): Promise<Success<GatewayConfigAnswer>> {
    const { settings, peggedWithdraw, catalog: whole } = stateOf(this.request).deps;
    const { mode, partnerId } = await viewerOf(this.request);
    const withdraw = peggedWithdraw(mode, partnerId);
    const catalog = catalogOfMode(whole, mode);
    const { quoteWindowSeconds, minimumCents, maximumCents, peggedBaseUrl, regulatoryRole } = settings;
    return success({
      ...{ quoteWindowSeconds, regulatoryRole },
      limits: { minBrl: brlNumber(minimumCents), maxBrl: brlNumber(maximumCents) },
      fiatCurrencies: ['BRL'],
      features: {
        cashOut: catalog.assets.some(({ cashOut }) => cashOut),
        pegged: catalog.assets.some(({ pegged }) => pegged),
      },
      catalog: copyOfCatalog(catalog),
      ...(withdraw === null ? {} : { peggedWithdraw: { ...withdraw } }),
      ...(peggedBaseUrl === null ? {} : { peggedBaseUrl }),
    });
  }

  /**
   * The price of an asset in BRL.
   * @param assetId From the catalog
   * @isInt assetId must be a whole number
   */
  @Get('price')
  @Response<ErrorAnswer>(400, 'INVALID_ASSET_ID')
  @Response<ErrorAnswer>(502, 'PROVIDER_FAILURE')
  @Response<ErrorAnswer>(503, 'PROVIDER_NOT_CONFIGURED')
  public async getPrice(@Query() assetId: number, @Query() fiatCurrency: 'BRL'): Promise<Success<WalletPrice>> {
    const { price } = await stateOf(this.request).deps.currentPrice(assetId);
    return success({ assetId, fiatCurrency, price: +price });
  }
}
