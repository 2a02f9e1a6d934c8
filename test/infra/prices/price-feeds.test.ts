import type { Mode } from '../../../aggregates/partner/events';
import type { PriceFeed } from '../../../commands/ports/providers/price-feed';
import { choosePriceFeeds } from '../../../infra/prices/price-feeds';
import { failed } from '../../doubles/scripted-provider';

const CONTEXT = { deadlineMs: Number.MAX_SAFE_INTEGER };

const feedOf = (mode: Mode, name = mode): PriceFeed => ({ name, mode, price: async () => failed('UNAVAILABLE') });

test.each<[Mode, Mode]>([
  ['live', 'sandbox'],
  ['sandbox', 'live'],
])('a source of %s prices never stands in for the missing one of %s', async (mode, other) => {
  const feeds = choosePriceFeeds([feedOf(mode)]);
  expect([feeds[mode].name, feeds[other].name]).toEqual([mode, 'none']);
  expect(await feeds[other].price(CONTEXT, 'ETH')).toMatchObject({ ok: false, kind: 'NOT_CONFIGURED' });
});

test('uses the first feed of a mode', () => {
  const feeds = choosePriceFeeds([feedOf('sandbox'), feedOf('live'), feedOf('live', 'other' as Mode)]);
  expect([feeds.live.name, feeds.sandbox.name]).toEqual(['live', 'sandbox']);
});
