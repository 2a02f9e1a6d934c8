import { isAfter, type Position } from '../../../aggregates/events';
import type {
  EventFilter,
  Subscription,
  SubscriptionFailure,
  SubscriptionHandlers,
} from '../../../commands/ports/event-store';
import { type Backoff, createBackoff } from '../../../commands/timing/backoff';
import { type Bell, createBell } from '../../../packages/event-store/timing/bell';
import { isAskedFor, type Judged, judge, type OwnLedger } from '../judging';
import { type Run, runsOf, tellRun } from '../runs';
import { causeOf } from '../writable';
import { isInternal, isInvalid, isTooLarge, isTooSlow } from './client-errors';
import { rawOf } from './codec';
import type { Feed, FeedItem } from './feed';

export interface SubscriptionSettings {
  readonly open: (after: Position) => Feed;
  readonly head: () => Promise<Position>;
  /** True when a short subscription from `after` gets an event that this one missed. */
  readonly bringsMore: (after: Position) => Promise<boolean>;
  readonly filter: EventFilter | undefined;
  readonly ledgerId: OwnLedger;
  /** After this silence a second, short subscription proves the feed. */
  readonly silenceMs: number;
}

const BATCH = 500;
const RETRY = { firstMs: 100, longestMs: 1_000 };
/** In a row, without an event or a position between them: a fault of the server may pass, but not for ever. */
const INTERNAL_FAULTS = 5;

interface Decoded {
  readonly runs: readonly Run[];
  readonly upTo: Position | null;
  readonly caughtUp: boolean;
}

type Asked = Pick<SubscriptionSettings, 'filter' | 'ledgerId'>;

const judgedOf = (items: readonly FeedItem[], { filter, ledgerId }: Asked): readonly Judged[] =>
  items.flatMap((item) =>
    item.kind === 'event' && isAskedFor(item.event.streamId, filter) ? [judge(rawOf(item.event), ledgerId())] : [],
  );

const decode = (items: readonly FeedItem[], asked: Asked): Decoded => {
  const last = items.findLast((item) => item.kind !== 'caught_up');
  const caughtUp = items.some(({ kind }) => kind === 'caught_up');
  const upTo = last === undefined ? null : last.kind === 'event' ? last.event.position : last.position;
  return { runs: runsOf(judgedOf(items, asked)), upTo, caughtUp };
};

interface Following extends SubscriptionSettings {
  readonly handlers: SubscriptionHandlers;
  position: Position;
  feed: Feed | null;
  stopped: boolean;
  readonly retry: Backoff;
  /** Error that ended the latest feed; null while the handlers fail. */
  cut: { readonly error: unknown } | null;
  internalFaults: number;
}

/** Hands over the received items, then advances the position, never backwards. */
const handle = async (following: Following, items: readonly FeedItem[]): Promise<void> => {
  const { handlers } = following;
  const { runs, upTo, caughtUp } = decode(items, following);
  for (const run of runs) {
    following.position = (await tellRun(handlers, run)) ?? following.position;
  }
  if (upTo !== null && isAfter(upTo, following.position)) {
    await handlers.onPosition?.(upTo);
    following.position = upTo;
  }
  following.retry.reset();
  following.internalFaults = 0;
  if (caughtUp) handlers.onCaughtUp?.();
};

/** Silence alone is no fault. A store that does not answer proves nothing: its connection is closed elsewhere. */
const lacksEvents = async ({ bringsMore, position }: Following): Promise<boolean> =>
  bringsMore(position).catch(() => false);

/** `stop` may come during any await, which the compiler cannot know. */
const isStopped = (following: Following): boolean => following.stopped;

const takeFrom = (following: Following, feed: Feed): readonly FeedItem[] => {
  try {
    return feed.take(BATCH);
  } catch (error) {
    following.cut = { error };
    throw error;
  }
};

const followFeed = async (following: Following, feed: Feed): Promise<void> => {
  while (!isStopped(following)) {
    if (await feed.wait(following.silenceMs)) {
      if (!isStopped(following)) await handle(following, takeFrom(following, feed));
    } else if ((await lacksEvents(following)) && !(await feed.wait(0))) {
      throw new Error(`No event arrived for ${following.silenceMs} ms although the log grew`);
    }
  }
};

/** Milliseconds before the next feed. A drop for slowness is normal: no wait if events were handled. */
const afterDrop = (following: Following, openedAt: Position, error: unknown): number => {
  if (!isTooSlow(error)) following.handlers.onDropped?.(causeOf(error));
  else if (isAfter(following.position, openedAt)) return 0;
  return following.retry.next();
};

/** The head may have passed the position after the refusal: then the server's message names both. */
const refusedAt = async ({ position, head }: Following, cause: string): Promise<SubscriptionFailure> => {
  const end = await head().catch(() => position);
  return isAfter(position, end) ? { name: 'beyond_head', position, head: end } : { name: 'refused', cause };
};

/** Failure that every other feed would meet too; null when another feed may succeed. */
const finalFailure = async (following: Following): Promise<SubscriptionFailure | null> => {
  if (following.cut === null) return null;
  const { error } = following.cut;
  if (isInvalid(error)) return refusedAt(following, causeOf(error));
  if (isTooLarge(error)) return { name: 'refused', cause: causeOf(error) };
  following.internalFaults = isInternal(error) ? following.internalFaults + 1 : 0;
  return following.internalFaults < INTERNAL_FAULTS ? null : { name: 'refused', cause: causeOf(error) };
};

const follow = async (following: Following, stopping: Bell): Promise<void> => {
  while (!following.stopped) {
    const openedAt = following.position;
    following.cut = null;
    const feed = following.open(openedAt);
    following.feed = feed;
    try {
      await followFeed(following, feed);
    } catch (error) {
      if (isStopped(following)) return;
      const failure = await finalFailure(following);
      if (failure !== null) {
        if (!isStopped(following)) following.handlers.onFailed?.(failure);
        return;
      }
      await stopping.wait(afterDrop(following, openedAt, error));
    } finally {
      feed.close();
    }
  }
};

/** The port's `subscribe`: reconnects from the last handled position until stopped or refused. */
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
    cut: null,
    internalFaults: 0,
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
