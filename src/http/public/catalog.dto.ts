/**
 * @example { "version": "1", "updatedAt": "2026-11-20T12:00:00.000Z", "networks": [{ "name": "ethereum", "family": "evm", "chainId": 1, "mode": "live", "finality": "finalized" }], "assets": [{ "assetId": 201, "symbol": "ETH", "blockchain": "ethereum", "network": "ethereum", "contractAddress": null, "decimals": 18, "cashIn": false, "cashOut": true, "pegged": false }] }
 */
export interface CatalogAnswer {
  version: string;
  updatedAt: string;
  networks: CatalogNetwork[];
  assets: CatalogAsset[];
}

export interface CatalogNetwork {
  name: string;
  /** Simulated: played by the sandbox. */
  family: 'evm' | 'simulated' | 'solana' | 'stellar' | 'tron' | 'xrpl';
  chainId: number | null;
  /** Mode of the credentials that may pay on this network; others are refused. */
  mode: 'live' | 'sandbox';
  /** Condition on a block before a payment in it counts. */
  finality: string | { depth: number };
}

export interface CatalogAsset {
  /** @isInt */
  assetId: number;
  symbol: string;
  blockchain: string;
  network: string;
  /** Contract, mint or issuer; null for the native coin. */
  contractAddress: string | null;
  /** @isInt */
  decimals: number;
  cashIn: boolean;
  cashOut: boolean;
  /** Worth one real each. */
  pegged: boolean;
}
