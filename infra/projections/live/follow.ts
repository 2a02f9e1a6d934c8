import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { isAfter, type Position, type Recorded } from '../../../aggregates/events';
import { isInPlace } from '../../../commands/pair/placing/placement';
import type {
  EventFilter,
  Subscription,
  SubscriptionFailure,
  SubscriptionHandlers,
} from '../../../commands/ports/event-store';
import { atMost } from '../../../packages/event-store/timing/time-limit';
import { followedPrefixes } from '../../../projections/projection';
import { nextEvent } from '../../event-store/next-event';
import { isFault, type Queued } from '../faulty/faults';
import { placeOf, type Reached, reachedBy } from '../waiting/reached';
import type { Lane } from './lane';
import { DEFAULT_LIMITS, type ProjectorOptions } from './projector-options';
import { createStrangers } from './strangers';

interface Heard {
  considered: Reached['considered'];
  position: Position;
  atMs: number;
  /** The lanes are full, so silence is not the store's. */
  isHandling: boolean;
  /** The subscription was cut: the next store may be another one. */
  isDoubted: boolean;
}

export interface Following {
  readonly options: ProjectorOptions;
  readonly lanes: readonly Lane[];
  readonly ends: readonly Promise<string>[];
}

const STOP_PATIENCE_MS = 2_000;

/** Feeds the lanes from one subscription; answers the reason of its end, or null when stopping. */
export async function follow(following: Following, stopping: AbortSignal): Promise<string | null> {
  const { options, lanes, ends } = following;
  const places = await Promise.all(lanes.map((lane) => lane.load()));
  const { considered } = places.reduce((left, right) => (isAfter(placeOf(left), placeOf(right)) ? right : left));
  const ending = new AbortController();
  // Each lane waits for the signal at two places, and so does the watch.
  setMaxListeners(2 * lanes.length + 2, ending.signal);
  const heard: Heard = {
    ...{ considered, position: placeOf({ considered }), atMs: performance.now() },
    ...{ isHandling: false, isDoubted: false },
  };
  const running = lanes.map((lane) => lane.run(ending.signal));
  const { subscription, over } = subscribe(options, lanes, heard);
  try {
    const silence = watch(options, heard, ending.signal);
    return await Promise.race([...ends, over, aborted(stopping), silence, Promise.race(running).then(() => null)]);
  } finally {
    ending.abort();
    await atMost(STOP_PATIENCE_MS, subscription.stop());
    await Promise.allSettled(running);
  }
}

/** `over` resolves, and no more events are taken, when the store refuses or the log lacks the considered event. */
function subscribe(
  options: ProjectorOptions,
  lanes: readonly Lane[],
  heard: Heard,
): { readonly subscription: Subscription; readonly over: Promise<string> } {
  const ended = new AbortController();
  const strangers = createStrangers(options.eventStore, options.onForeign ?? (() => undefined));
  const offer = async (queued: readonly Queued[], position: Position): Promise<void> => {
    if (heard.isDoubted && !(await isStillThere(options, heard))) {
      ended.abort(STRANGE);
      throw new Error(STRANGE);
    }
    heard.isDoubted = false;
    heard.isHandling = true;
    const ours = queued.filter((each) => isFault(each) || !strangers.isForeign(each.stream));
    await Promise.all(lanes.map((lane) => lane.offer(ours, position)));
    const last = ours.findLast((each): each is Recorded => !isFault(each));
    if (last !== undefined) heard.considered = reachedBy(last).considered;
    Object.assign(heard, { position, atMs: performance.now(), isHandling: false });
  };
  let isCut = false;
  options.onFollowing?.(false);
  const handlers: SubscriptionHandlers = {
    onEvents: async (events) => {
      const last = events.at(-1);
      if (last !== undefined) await offer(events, last.position);
    },
    onStrange: async (records) => {
      const last = records.at(-1);
      if (last !== undefined) await offer(await strangers.faultsAmong(records), last.position);
    },
    onPosition: (position) => offer([], position),
    onCaughtUp: () => {
      isCut = false;
      options.onFollowing?.(true);
    },
    onDropped: (cause) => {
      heard.isDoubted = true;
      // Once for each outage, however often the subscription is tried again.
      if (!isCut) options.logger.warn({ cause }, 'the subscription was interrupted');
      isCut = true;
      options.onFollowing?.(false);
    },
    onFailed: (failure) => ended.abort(wordsOf(failure)),
  };
  const subscription = options.eventStore.subscribe(heard.position, handlers, filterOf(options));
  return { subscription, over: aborted(ended.signal).then(() => ended.signal.reason as string) };
}

const textOf = ({ commit, prepare }: Position): string => `${commit}/${prepare}`;

const wordsOf = (failure: SubscriptionFailure): string =>
  failure.name === 'beyond_head'
    ? `the log ends at ${textOf(failure.head)}, before ${textOf(failure.position)}, up to where it was projected`
    : `the store refuses the subscription: ${failure.cause}`;

const STRANGE = 'the log lacks events that were applied before the interruption';

const isStillThere = async ({ eventStore }: ProjectorOptions, { considered }: Heard): Promise<boolean> =>
  considered === 'START' || isInPlace(considered, await eventStore.recordAt(considered.position));

/** Selects the projected streams and their metadata streams, which show deletions. */
const filterOf = ({ projections }: Pick<ProjectorOptions, 'projections'>): EventFilter => {
  const prefixes = [...new Set(projections.flatMap(followedPrefixes))];
  return { streamPrefixes: [...prefixes, ...prefixes.map((prefix) => `$$${prefix}`)] };
};

/** Answers when the log has an event that did not arrive, or ends too early. The store writes its own events, too. */
async function watch(options: ProjectorOptions, heard: Heard, signal: AbortSignal): Promise<string | null> {
  const { silenceMs } = { ...DEFAULT_LIMITS, ...options.limits };
  try {
    for (;;) {
      await pause(silenceMs / 2, undefined, { signal });
      if (heard.isHandling || performance.now() - heard.atMs < silenceMs) continue;
      const { position, atMs } = heard;
      const head = await headOf(options, position);
      if (heard.atMs !== atMs) continue;
      if (isAfter(position, head)) return 'the log ends before the last applied event';
      if (!isAfter(head, position)) continue;
      if ((await bringsMore(options, position)) && heard.atMs === atMs) {
        return 'the subscription is silent although the log grows';
      }
    }
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

async function headOf({ eventStore, logger }: ProjectorOptions, otherwise: Position): Promise<Position> {
  try {
    return await eventStore.head();
  } catch (error) {
    logger.warn({ err: error }, 'the head of the log is unknown');
    return otherwise;
  }
}

async function bringsMore({ eventStore, projections, logger }: ProjectorOptions, after: Position): Promise<boolean> {
  const prefixes = [...new Set(projections.flatMap(followedPrefixes))];
  try {
    return (await nextEvent(eventStore, after, prefixes)) !== null;
  } catch (error) {
    logger.warn({ err: error }, 'the check of a silent subscription failed');
    return false;
  }
}

const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
