import type { CatalogAnswer, CatalogAsset } from '../public/catalog.dto';

export interface AcceptedCrypto {
  /** @isInt */
  assetId: number;
  symbol: string;
  blockchain: string;
}

/** @example { "cryptos": [{ "assetId": 201, "symbol": "ETH", "blockchain": "ethereum" }] } */
export interface AcceptedCryptosAnswer {
  cryptos: AcceptedCrypto[];
}

/** @example { "assets": [{ "assetId": 201, "symbol": "ETH", "blockchain": "ethereum", "network": "ethereum", "contractAddress": null, "decimals": 18, "cashIn": false, "cashOut": true, "pegged": false }] } */
export interface AssetsAnswer {
  assets: CatalogAsset[];
}

export interface PeggedWithdrawAnswer {
  /** A name from the catalog. */
  network: string;
  /** @isInt */
  assetId: number;
  /** The address that takes the asset under the allowance. */
  spender: string;
}

/** BRL, of one operation. */
export interface GatewayLimits {
  minBrl: number;
  maxBrl: number;
}

/** Features of at least one asset of this instance; each asset lists its own. */
export interface GatewayFeatures {
  cashOut: boolean;
  /** True when the catalog has an asset whose unit is worth one real. */
  pegged: boolean;
}

/**
 * @example { "quoteWindowSeconds": 300, "regulatoryRole": "none", "limits": { "minBrl": 1, "maxBrl": 10000 }, "fiatCurrencies": ["BRL"], "features": { "cashOut": true, "pegged": false }, "catalog": { "version": "1", "updatedAt": "2026-11-20T12:00:00.000Z", "networks": [{ "name": "ethereum", "family": "evm", "chainId": 1, "mode": "live", "finality": "finalized" }], "assets": [{ "assetId": 201, "symbol": "ETH", "blockchain": "ethereum", "network": "ethereum", "contractAddress": null, "decimals": 18, "cashIn": false, "cashOut": true, "pegged": false }] } }
 */
export interface GatewayConfigAnswer {
  /**
   * How long a quote may be paid.
   * @isInt
   */
  quoteWindowSeconds: number;
  /** Authorisation of the operator, in the operator's own words. */
  regulatoryRole: 'none' | 'agent' | 'virtual-asset-service-provider' | 'financial-institution';
  limits: GatewayLimits;
  fiatCurrencies: 'BRL'[];
  features: GatewayFeatures;
  catalog: CatalogAnswer;
  /**
   * Whom a wallet gives an allowance of what, and where, before it withdraws. Absent where nothing can be withdrawn; where
   * each partner has a spender of its own it is named under a credential alone.
   */
  peggedWithdraw?: PeggedWithdrawAnswer;
  /** Another base address for prices, the catalog and withdrawals of pegged assets, where there is one. */
  peggedBaseUrl?: string;
}

/** @example { "assetId": 201, "fiatCurrency": "BRL", "price": 18250.35 } */
export interface WalletPrice {
  /** @isInt */
  assetId: number;
  fiatCurrency: 'BRL';
  /** BRL for one whole unit. */
  price: number;
}
