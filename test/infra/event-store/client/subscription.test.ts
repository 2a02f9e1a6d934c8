import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import type { Position } from '../../../../aggregates/events';
import type { Feed, FeedItem } from '../../../../infra/event-store/client/feed';
import { startSubscription } from '../../../../infra/event-store/client/subscription';
import { metadata, watermark } from '../contract/watermarks';

const at = (place: number): Position => ({ commit: BigInt(place), prepare: BigInt(place) });

const eventAt = (place: number): FeedItem => {
  const { id, type, data } = watermark(place);
  const event = { id, type, data, metadata, streamId: 'watcher-1', revision: BigInt(place), position: at(place) };
  return { kind: 'event', event: event as unknown as AllStreamRecordedEvent };
};

/** Brings its items at once, and then fails. */
const feedOf = (...items: FeedItem[]): Feed => ({
  take: (limit) => {
    if (items.length === 0) throw new Error('the feed is cut');
    return items.splice(0, limit);
  },
  wait: async () => true,
  close: () => undefined,
});

describe('a subscription', () => {
  it('never goes back behind what it has handled, whatever it is told', async () => {
    const opened: Position[] = [];
    const told: Position[] = [];
    const feeds = [
      feedOf(eventAt(9), eventAt(10), { kind: 'considered', position: at(8) }),
      feedOf({ kind: 'considered', position: at(7) }),
    ];
    let feedsUsedUp = (): void => undefined;
    const usedUp = new Promise<void>((resolve) => {
      feedsUsedUp = resolve;
    });
    const open = (after: Position): Feed => {
      opened.push(after);
      const feed = feeds.shift();
      if (feed === undefined) feedsUsedUp();
      return feed ?? { ...feedOf(), wait: () => new Promise(() => undefined) };
    };
    const subscription = startSubscription(
      at(3),
      { onEvents: async () => undefined, onPosition: async (position) => void told.push(position) },
      { open, head: async () => at(10), filtered: true, silenceMs: 1_000 },
    );
    await usedUp;
    expect(opened).toEqual([at(3), at(10), at(10)]);
    expect(told).toEqual([]);
    void subscription.stop();
  });
});
