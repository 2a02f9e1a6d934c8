import type { Mode } from '../../aggregates/partner/events';
import type { Iso } from './clock';
import type { CallContext, Result } from './result';

/** BRL for one whole unit of a token: what we give when it is sold to us (`sell`), what we ask when it is bought (`buy`). */
export interface Price {
  readonly symbol: string;
  readonly pair: string;
  /** Decimals as text, never floats. */
  readonly sell: string;
  readonly buy: string;
  readonly asOf: Iso;
  readonly sources: readonly string[];
  /** For how long the answer had been kept; absent when the feed was asked just now. */
  readonly cacheAgeMs?: number;
}

/** A source of prices for credentials of one mode. */
export interface PriceFeed<M extends Mode = Mode> {
  readonly name: string;
  readonly mode: M;
  readonly price: (context: Pick<CallContext, 'deadlineMs'>, symbol: string) => Promise<Result<Price>>;
}

/** A sandbox's prices never stand where live ones are asked for: the compiler refuses it, and so does who asks. */
export type PriceFeeds = { readonly [M in Mode]: PriceFeed<M> };
