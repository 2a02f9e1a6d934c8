import type { Mode } from '../../../aggregates/partner/events';
import type { PriceTick } from '../../../aggregates/quote/events';
import type { Iso } from '../clock';
import type { CallContext, Result } from './result';

export type { PriceTick } from '../../../aggregates/quote/events';

/** BRL per whole token: `sell` is the price that we pay, `buy` the price that we ask. */
export interface Price {
  readonly symbol: string;
  readonly pair: string;
  /** Decimals as text, never floats. */
  readonly sell: string;
  readonly buy: string;
  readonly asOf: Iso;
  readonly sources: readonly string[];
  /** Age of a cached answer; absent when fresh. */
  readonly cacheAgeMs?: number;
  /** The answer of each source, at most 20; absent for a feed without sources. */
  readonly ticks?: readonly PriceTick[];
}

export interface PriceFeed<M extends Mode = Mode> {
  readonly name: string;
  readonly mode: M;
  readonly price: (context: Pick<CallContext, 'deadlineMs'>, symbol: string) => Promise<Result<Price>>;
}

/** The type prevents sandbox prices in live quotes. */
export type PriceFeeds = { readonly [M in Mode]: PriceFeed<M> };
