import { type AllStreamRecordedEvent, TimeoutError } from '@eventstore/db-client';
import type { Position } from '../../../../aggregates/events';
import type { Feed, FeedItem } from '../../../../infra/event-store/client/feed';
import { startSubscription } from '../../../../infra/event-store/client/subscription';
import { NO_LEDGER_ID } from '../../../../infra/event-store/judging';
import { createBell } from '../../../../packages/event-store/timing/bell';
import { metadata, watermark } from '../../../../packages/testing/src/contracts/event-store/watermarks';

const at = (place: number): Position => ({ commit: BigInt(place), prepare: BigInt(place) });

const eventAt = (place: number): FeedItem => {
  const { id, type, data } = watermark(place);
  const event = { id, type, data, metadata, streamId: 'watcher-1', revision: BigInt(place), position: at(place) };
  return { kind: 'event', event: event as unknown as AllStreamRecordedEvent };
};

const filtered = { filter: { streamPrefixes: ['watcher-'] }, ledgerId: NO_LEDGER_ID };

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
  it('never moves back before its last handled event, with any input', async () => {
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
      { open, head: async () => at(10), bringsMore: async () => false, ...filtered, silenceMs: 1_000 },
    );
    await usedUp;
    expect(opened).toEqual([at(3), at(10), at(10)]);
    expect(told).toEqual([]);
    void subscription.stop();
  });

  describe('a subscription that the server drops as too slow', () => {
    const details =
      'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.';
    const tooSlow = new TimeoutError(
      Object.assign(new Error(`10 ABORTED: ${details}`), { code: 10, details }) as never,
    );
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    /** Positions at which feeds are opened, each of which brings its items and is dropped. */
    const openings = (bring: (opening: number) => FeedItem[]) => {
      const opened: Position[] = [];
      const drops: string[] = [];
      const handlers = { onEvents: async () => undefined, onDropped: (cause: string) => void drops.push(cause) };
      const open = (after: Position): Feed => {
        opened.push(after);
        const items = bring(opened.length);
        const take = (limit: number): readonly FeedItem[] => {
          if (items.length === 0) throw tooSlow;
          return items.splice(0, limit);
        };
        return { ...feedOf(), take };
      };
      const settings = {
        open,
        head: async () => at(10),
        bringsMore: async () => false,
        ...filtered,
        filter: undefined,
        silenceMs: 1_000,
      };
      return { opened, drops, subscription: startSubscription(at(3), handlers, settings) };
    };

    it('continues at once after its last handled event, without a warning', async () => {
      const { opened, drops, subscription } = openings((opening) => (opening < 4 ? [eventAt(opening + 3)] : []));
      await jest.advanceTimersByTimeAsync(10);
      expect([opened, drops]).toEqual([[at(3), at(4), at(5), at(6)], []]);
      await subscription.stop();
    });

    it('waits longer and longer while no event arrives', async () => {
      const { opened, drops, subscription } = openings(() => []);
      await jest.advanceTimersByTimeAsync(90);
      expect(opened).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(20);
      expect(opened).toHaveLength(2);
      await jest.advanceTimersByTimeAsync(150);
      expect(opened).toHaveLength(2);
      await jest.advanceTimersByTimeAsync(60);
      expect([opened, drops]).toEqual([[at(3), at(3), at(3)], []]);
      await subscription.stop();
    });
  });

  describe('a subscription without events', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    /** Feeds that bring one event, and then nothing; what they are asked after that. */
    const silent = (bringsMore: (after: Position) => Promise<boolean>) => {
      const opened: Position[] = [];
      const drops: string[] = [];
      const proved: Position[] = [];
      const open = (after: Position): Feed => {
        opened.push(after);
        const items = opened.length === 1 ? [eventAt(4)] : [];
        const wait = async (timeoutMs: number): Promise<boolean> => {
          if (items.length > 0) return true;
          return createBell().wait(timeoutMs);
        };
        return { take: (limit) => items.splice(0, limit), wait, close: () => undefined };
      };
      const handlers = { onEvents: async () => undefined, onDropped: (cause: string) => void drops.push(cause) };
      const prove = (after: Position): Promise<boolean> => {
        proved.push(after);
        return bringsMore(after);
      };
      const subscription = startSubscription(at(3), handlers, {
        ...{ open, head: async () => at(10), bringsMore: prove, ...filtered, silenceMs: 1_000 },
      });
      const stop = async (): Promise<void> => {
        const stopped = subscription.stop();
        await jest.advanceTimersByTimeAsync(1_000);
        await stopped;
      };
      return { opened, drops, proved, stop };
    };

    it('is checked from the last handled event, and continues when it lacks no event', async () => {
      const { opened, drops, proved, stop } = silent(async () => false);
      await jest.advanceTimersByTimeAsync(3_500);
      expect([opened, proved, drops]).toEqual([[at(3)], [at(4), at(4), at(4)], []]);
      await stop();
    });

    it('is ended and renewed when the check finds a missing event', async () => {
      let lacks = true;
      const { opened, drops, stop } = silent(async () => lacks);
      await jest.advanceTimersByTimeAsync(1_050);
      lacks = false;
      await jest.advanceTimersByTimeAsync(2_000);
      expect([opened, drops]).toEqual([[at(3), at(4)], ['No event arrived for 1000 ms although the log grew']]);
      await stop();
    });
  });
});
