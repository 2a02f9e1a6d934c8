import { binance } from './binance';
import { coingecko } from './coingecko';
import { foxbit } from './foxbit';
import { mercadoBitcoin } from './mercado-bitcoin';
import { ptax } from './ptax';
import type { PriceSource, SourceDeps } from './source';

interface Offered {
  /** Where the source answers when PROVIDERS_FILE names no other address. */
  readonly url: string;
  readonly open: (deps: SourceDeps) => PriceSource;
}

/** The rate of the central bank bounds a price, and is never a source of prices. */
export const REFERENCE = 'ptax';

/** CoinGecko reports the value of a pegged asset, some minutes late, and is never a source of other prices. */
export const PEG_SOURCE = 'coingecko';

/** A new source of prices is a file and a line here. */
export const PRICE_SOURCES = {
  'mercado-bitcoin': { url: 'https://api.mercadobitcoin.net', open: mercadoBitcoin },
  binance: { url: 'https://data-api.binance.vision', open: binance },
  foxbit: { url: 'https://api.foxbit.com.br', open: foxbit },
  [PEG_SOURCE]: { url: 'https://api.coingecko.com', open: coingecko },
  [REFERENCE]: { url: 'https://olinda.bcb.gov.br', open: ptax },
} as const satisfies Readonly<Record<string, Offered>>;

export type PriceSourceName = keyof typeof PRICE_SOURCES;

export const PRICE_SOURCE_NAMES = Object.keys(PRICE_SOURCES) as readonly PriceSourceName[];
