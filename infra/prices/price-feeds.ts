import type { Mode } from '../../aggregates/partner/events';
import type { PriceFeed, PriceFeeds } from '../../commands/ports/providers/price-feed';
import { failure } from '../providers/failures';

/** Never falls back to the other mode's prices. */
const absentFeed = <M extends Mode>(mode: M): PriceFeed<M> => ({
  name: 'none',
  mode,
  price: async () =>
    failure('none', 'NOT_CONFIGURED', 'OTHER', `No price source is configured for ${mode} credentials`),
});

const serving = <M extends Mode>(feeds: readonly PriceFeed[], mode: M): PriceFeed<M> =>
  feeds.find((feed): feed is PriceFeed<M> => feed.mode === mode) ?? absentFeed(mode);

export const choosePriceFeeds = (feeds: readonly PriceFeed[]): PriceFeeds => ({
  live: serving(feeds, 'live'),
  sandbox: serving(feeds, 'sandbox'),
});
