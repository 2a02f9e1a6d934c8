import { randomUUID } from 'node:crypto';
import { type AllStreamRecordedEvent, UnknownError } from '@eventstore/db-client';
import type { Position } from '../../../../aggregates/events';
import type { SubscriptionFailure } from '../../../../commands/ports/event-store';
import type { Feed, FeedItem } from '../../../../infra/event-store/client/feed';
import { startSubscription } from '../../../../infra/event-store/client/subscription';
import { NO_LEDGER_ID } from '../../../../infra/event-store/judging';
import { metadata, watermark } from '../../../../packages/testing/src/contracts/event-store/watermarks';

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

describe('a subscription that the server refuses', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const answer = (code: number, message: string): UnknownError =>
    new UnknownError(Object.assign(new Error(`${code} ${message}`), { code, details: message }) as never);
  const internal = answer(13, `INTERNAL: internal error ${randomUUID()}`);

  /** Follows from 3 while each feed brings its items and fails with the error; the log ends at `head`. */
  const following = (error: Error, head: () => Promise<Position>, bring: () => FeedItem[] = () => []) => {
    const failures: SubscriptionFailure[] = [];
    const drops: string[] = [];
    let opened = 0;
    const open = (): Feed => {
      opened += 1;
      const items = bring();
      const take = (limit: number): readonly FeedItem[] => {
        if (items.length === 0) throw error;
        return items.splice(0, limit);
      };
      return { ...feedOf(), take };
    };
    const handlers = {
      onEvents: async () => undefined,
      onDropped: (cause: string) => void drops.push(cause),
      onFailed: (failure: SubscriptionFailure) => void failures.push(failure),
    };
    const subscription = startSubscription(at(3), handlers, {
      ...{ open, head, bringsMore: async () => false },
      ...{ filter: undefined, ledgerId: NO_LEDGER_ID, silenceMs: 1_000 },
    });
    return { failures, drops, opened: () => opened, subscription };
  };

  it('ends when its position is beyond the head, and names both positions', async () => {
    const { failures, drops, opened } = following(answer(3, 'INVALID_ARGUMENT: beyond'), async () => at(2));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(failures).toEqual([{ name: 'beyond_head', position: at(3), head: at(2) }]);
    expect([drops, opened()]).toEqual([[], 1]);
  });

  it.each([
    ['has passed the position since', async () => at(9)],
    ['is unknown', () => Promise.reject(new Error('away'))],
  ])("ends with the server's message when the head %s", async (_what, head) => {
    const { failures, opened } = following(answer(3, 'INVALID_ARGUMENT: Position 3 is beyond 2'), head);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(failures).toEqual([{ name: 'refused', cause: '3 INVALID_ARGUMENT: Position 3 is beyond 2' }]);
    expect(opened()).toBe(1);
  });

  it('is tried five times after a fault of the server, and then ends with its id', async () => {
    const { failures, drops, opened } = following(internal, async () => at(9));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(failures).toEqual([{ name: 'refused', cause: internal.message }]);
    expect([drops.length, opened()]).toEqual([4, 5]);
  });

  it('continues after a fault that lets events through', async () => {
    let place = 3;
    const bring = (): FeedItem[] => {
      place += 1;
      return [eventAt(place)];
    };
    const { failures, opened, subscription } = following(internal, async () => at(9), bring);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(opened()).toBeGreaterThan(6);
    expect(failures).toEqual([]);
    await subscription.stop();
  });
});
