import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isAfter, type Position, type Recorded, START } from '../../../aggregates/events';
import type { EventFilter, EventStore, SubscriptionHandlers } from '../../../commands/ports/event-store';
import { undecodedReads } from '../../doubles/undecoded-log';
import type { Tally } from './tallies';

/** A log whose positions have holes, as a real one's, and whose subscriptions can be made to fall silent. */
export interface EventLog extends EventStore {
  readonly write: (stream: string, tally: Tally) => Position;
  readonly events: readonly Recorded[];
  /** Stops new events for the existing subscriptions. */
  readonly mute: () => void;
  /** Every subscription is cut, and goes on by itself from where it was. */
  readonly cut: () => void;
  /** Only the first events are left, as in an older copy. */
  readonly restore: (count: number) => void;
  readonly subscriptions: () => number;
}

const FIRST_AT = Date.UTC(2026, 0, 1);
const PIECE = 7;

export function createEventLog(): EventLog {
  const events: Recorded[] = [];
  const revisions = new Map<string, number>();
  const followers = new Set<() => void>();
  const subscribers = new Set<() => void>();
  let subscriptions = 0;

  const write = (stream: string, tally: Tally): Position => {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const at = new Date(FIRST_AT + events.length * 1_000 + 7).toISOString();
    const commit = BigInt(events.length * 13 + 5);
    const event = { type: 'Tallied', data: tally, id: randomUUID(), stream, revision, metadata: { at } };
    events.push({ ...event, position: { commit, prepare: commit } } as unknown as Recorded);
    for (const wake of followers) wake();
    return { commit, prepare: commit };
  };

  const wanted = (event: Recorded, filter?: EventFilter): boolean =>
    filter === undefined || !('streamPrefixes' in filter)
      ? true
      : filter.streamPrefixes.some((prefix) => event.stream.startsWith(prefix));

  const indexAfter = (position: Position): number => {
    let [low, high] = [0, events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter(events[middle]!.position, position)) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  const subscribe = (after: Position, handlers: SubscriptionHandlers) => {
    subscriptions += 1;
    const state = { next: indexAfter(after), at: after, stopped: false, wake: (): void => undefined };
    const drop = (): void => {
      handlers.onDropped?.('cut');
      state.next = indexAfter(state.at);
    };
    subscribers.add(drop);
    const follower = (): void => state.wake();
    followers.add(follower);
    const follow = async (): Promise<void> => {
      while (!state.stopped) {
        const piece = events.slice(state.next, state.next + 1 + Math.floor(Math.random() * PIECE));
        const last = piece.at(-1);
        if (last === undefined) {
          await new Promise<void>((resolve) => Object.assign(state, { wake: resolve }));
          continue;
        }
        try {
          await handlers.onEvents(piece);
        } catch {
          await nextTurn();
          drop();
          continue;
        }
        state.at = last.position;
        state.next = indexAfter(state.at);
      }
    };
    const following = follow();
    const stop = async (): Promise<void> => {
      state.stopped = true;
      followers.delete(follower);
      subscribers.delete(drop);
      state.wake();
      await following;
    };
    return { stop };
  };

  return {
    write,
    events,
    mute: () => followers.clear(),
    cut: () => {
      for (const drop of subscribers) drop();
    },
    restore: (count) => {
      events.length = count;
      revisions.clear();
      for (const { stream, revision } of events) revisions.set(stream, revision);
    },
    subscriptions: () => subscriptions,
    append: () => Promise.reject(new Error('tests write by themselves')),
    readStream: async (stream, from = 0) => events.filter((event) => event.stream === stream && event.revision >= from),
    readAll: async function* (after, filter) {
      for (let next = indexAfter(after); next < events.length; next += 1) {
        if (wanted(events[next]!, filter)) yield events[next]!;
      }
    },
    head: async () => events.at(-1)?.position ?? START,
    ...undecodedReads(events),
    subscribe,
  };
}
