import { isAfter, type Position, type Recorded } from '../../../aggregates/events';
import type { Subscription, SubscriptionHandlers } from '../../../commands/ports/event-store';
import { type Backoff, createBackoff } from '../../../commands/timing/backoff';
import { type Bell, createBell } from '../../timing/bell';
import { causeOf } from './client-errors';
import { isSystemStream, toRecorded } from './codec';
import type { Feed, FeedItem } from './feed';

export interface SubscriptionSettings {
  readonly open: (after: Position) => Feed;
  readonly head: () => Promise<Position>;
  /** A filtered feed may be silent for good reason: it is renewed without a warning. */
  readonly filtered: boolean;
  /** Silence after which the feed is compared with the head of the log. */
  readonly silenceMs: number;
}

const BATCH = 500;
const RETRY = { firstMs: 100, longestMs: 5_000 };

interface Decoded {
  readonly events: readonly Recorded[];
  /** Position of the last decoded item. */
  readonly upTo: Position | null;
  readonly caughtUp: boolean;
  /** Why decoding stopped there. */
  readonly failure: { readonly error: unknown } | null;
}

const decode = (items: readonly FeedItem[]): Decoded => {
  const events: Recorded[] = [];
  let upTo: Position | null = null;
  let caughtUp = false;
  try {
    for (const item of items) {
      if (item.kind === 'caught_up') caughtUp = true;
      else if (item.kind === 'considered') upTo = item.position;
      else {
        if (!isSystemStream(item.event.streamId)) events.push(toRecorded(item.event));
        upTo = item.event.position;
      }
    }
    return { events, upTo, caughtUp, failure: null };
  } catch (error) {
    return { events, upTo, caughtUp, failure: { error } };
  }
};

interface Following extends SubscriptionSettings {
  readonly handlers: SubscriptionHandlers;
  position: Position;
  feed: Feed | null;
  stopped: boolean;
  readonly retry: Backoff;
}

/** Hands over one batch, then advances the position, never backwards. */
const handle = async (following: Following, items: readonly FeedItem[]): Promise<void> => {
  const { handlers } = following;
  const { events, upTo, caughtUp, failure } = decode(items);
  if (events.length > 0) await handlers.onEvents(events);
  following.position = events.at(-1)?.position ?? following.position;
  if (upTo !== null && isAfter(upTo, following.position)) {
    await handlers.onPosition?.(upTo);
    following.position = upTo;
  }
  if (failure !== null) throw failure.error;
  following.retry.reset();
  if (caughtUp) handlers.onCaughtUp?.();
};

const isSilent = async (following: Following): Promise<boolean> => isAfter(await following.head(), following.position);

/** `stop` may come during any await, which the compiler cannot know. */
const isStopped = (following: Following): boolean => following.stopped;

/** Follows one feed until it fails or falls silent. */
const followFeed = async (following: Following, feed: Feed): Promise<void> => {
  while (!isStopped(following)) {
    if (await feed.wait(following.silenceMs)) {
      if (!isStopped(following)) await handle(following, feed.take(BATCH));
    } else if (await isSilent(following)) {
      if (following.filtered) return;
      throw new Error(`No event for ${following.silenceMs} ms although the log went on`);
    }
  }
};

const follow = async (following: Following, stopping: Bell): Promise<void> => {
  while (!following.stopped) {
    const feed = following.open(following.position);
    following.feed = feed;
    try {
      await followFeed(following, feed);
    } catch (error) {
      if (isStopped(following)) return;
      following.handlers.onDropped?.(causeOf(error));
      const retryMs = following.retry.next();
      await stopping.wait(retryMs);
    } finally {
      feed.close();
    }
  }
};

/** The port's `subscribe`: reconnects from the last handled position until stopped. */
export const startSubscription = (
  after: Position,
  handlers: SubscriptionHandlers,
  settings: SubscriptionSettings,
): Subscription => {
  const stopping = createBell({ keepsProcess: false });
  const following: Following = {
    ...settings,
    handlers,
    position: after,
    feed: null,
    stopped: false,
    retry: createBackoff(RETRY),
  };
  const ended = follow(following, stopping);
  const stop = async (): Promise<void> => {
    following.stopped = true;
    following.feed?.close();
    stopping.ring();
    await ended;
  };
  return { stop };
};
