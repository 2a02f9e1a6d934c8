import type { Mode } from '../../aggregates/partner/events';
import type { PriceFeed, PriceFeeds } from '../../commands/ports/price-feed';
import { failure } from '../providers/failures';

/** Every question is answered NOT_CONFIGURED: no price of the other mode takes its place. */
const absentFeed = <M extends Mode>(mode: M): PriceFeed<M> => ({
  name: 'none',
  mode,
  price: async () =>
    failure('none', 'NOT_CONFIGURED', 'OTHER', `No price source is configured for ${mode} credentials`),
});

const serving = <M extends Mode>(feeds: readonly PriceFeed[], mode: M): PriceFeed<M> =>
  feeds.find((feed): feed is PriceFeed<M> => feed.mode === mode) ?? absentFeed(mode);

/** The price source of each mode: the first of the list that serves it, or one that says NOT_CONFIGURED. */
export const choosePriceFeeds = (feeds: readonly PriceFeed[]): PriceFeeds => ({
  live: serving(feeds, 'live'),
  sandbox: serving(feeds, 'sandbox'),
});
