/**
 * @example { "assetId": 201, "fiatCurrency": "BRL", "price": 18250.35, "pair": "ETH/BRL", "baseCurrency": "ETH", "quoteCurrency": "BRL", "updated_at": "2026-11-20T12:00:00.000Z", "cached": true, "cacheAge": 2 }
 */
export interface AssetPrice {
  /** @isInt */
  assetId: number;
  fiatCurrency: 'BRL';
  /** BRL for one whole unit. */
  price: number;
  pair: string;
  baseCurrency: string;
  quoteCurrency: 'BRL';
  updated_at: string;
  cached: boolean;
  /**
   * Seconds since the price was fetched.
   * @isInt
   */
  cacheAge: number;
}
