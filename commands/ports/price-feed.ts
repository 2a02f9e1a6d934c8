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

export interface PriceFeed {
  readonly name: string;
  readonly price: (context: Pick<CallContext, 'deadlineMs'>, symbol: string) => Promise<Result<Price>>;
}
