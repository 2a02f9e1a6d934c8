import { setTimeout as timer } from 'node:timers/promises';
import { isAfter, type Position } from '../../aggregates/events';
import type { EventFilter, Subscription, SubscriptionHandlers } from '../../commands/ports/event-store';
import type { Bell } from '../../packages/event-store/timing/bell';
import { isAskedFor, judge, type OwnLedger, type RawRecord } from './judging';
import { runsOf, tellRun } from './runs';
import { causeOf } from './writable';

/** The next part of a log: `records` are the selected ones of `(after, upTo]`. */
export interface NextRecords {
  readonly records: readonly RawRecord[];
  readonly upTo: Position;
}

export interface FollowedLog {
  readonly head: () => Promise<Position>;
  readonly next: (after: Position, filter: EventFilter | undefined) => Promise<NextRecords>;
  readonly onAppended: (bell: Bell) => () => void;
  /** Interval of reads that replace a missed notification; without it no notification may be lost. */
  readonly pollMs?: number;
  readonly ledgerId: OwnLedger;
  /** After a failure; a simulation passes its own. */
  readonly pause?: (delayMs: number) => Promise<unknown>;
}

export interface Followed {
  readonly after: Position;
  readonly handlers: SubscriptionHandlers;
  readonly filter: EventFilter | undefined;
}

const RETRY_MS = 100;

interface Follower extends Omit<Followed, 'after'> {
  readonly log: FollowedLog;
  readonly bell: Bell;
  position: Position;
  stopped: boolean;
  isCaughtUp: boolean;
}

const tell = async (follower: Follower, { records, upTo }: NextRecords): Promise<void> => {
  const { handlers, filter, log } = follower;
  const asked = records.filter(({ stream }) => isAskedFor(stream, filter));
  for (const run of runsOf(asked.map((record) => judge(record, log.ledgerId())))) {
    follower.position = (await tellRun(handlers, run)) ?? follower.position;
  }
  if (!isAfter(upTo, follower.position)) return;
  await handlers.onPosition?.(upTo);
  follower.position = upTo;
};

/** `stop` may come during any await, which the compiler cannot know. */
const isStopped = (follower: Follower): boolean => follower.stopped;

const step = async (follower: Follower): Promise<void> => {
  const { log, filter, handlers, bell } = follower;
  const found = await log.next(follower.position, filter);
  if (isStopped(follower)) return;
  if (isAfter(found.upTo, follower.position)) return tell(follower, found);
  if (!follower.isCaughtUp) handlers.onCaughtUp?.();
  follower.isCaughtUp = true;
  await bell.wait(log.pollMs);
};

const isBeyondHead = async ({ log, position, handlers }: Follower): Promise<boolean> => {
  const head = await log.head();
  const isBeyond = isAfter(position, head);
  if (isBeyond) handlers.onFailed?.({ name: 'beyond_head', position, head });
  return isBeyond;
};

const follow = async (follower: Follower): Promise<void> => {
  const { log, handlers } = follower;
  const { pause = timer } = log;
  let isChecked = false;
  while (!isStopped(follower)) {
    try {
      if (!isChecked && (await isBeyondHead(follower))) return;
      isChecked = true;
      if (!isStopped(follower)) await step(follower);
    } catch (error) {
      if (isStopped(follower)) return;
      follower.isCaughtUp = false;
      handlers.onDropped?.(causeOf(error));
      await pause(RETRY_MS);
    }
  }
};

export const startFollowing = (log: FollowedLog, { after, ...asked }: Followed, bell: Bell): Subscription => {
  const follower: Follower = { ...asked, log, bell, position: after, stopped: false, isCaughtUp: false };
  const leave = log.onAppended(bell);
  // Handlers are first called after this has returned.
  const ended = Promise.resolve().then(() => follow(follower));
  const stop = async (): Promise<void> => {
    follower.stopped = true;
    leave();
    bell.ring();
    await ended;
  };
  return { stop };
};
