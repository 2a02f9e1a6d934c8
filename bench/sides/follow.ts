import { setTimeout as pause } from 'node:timers/promises';
import { START } from '../../aggregates/events';
import { openEventStore } from '../../infra/event-store/open-event-store';
import { serve } from './shared/serve';

export interface FollowSettings {
  readonly databaseUrl: string;
}

export interface Follow {
  readonly streamPrefix: string;
  /** The follower ends once it has so many. */
  readonly events: number;
  /** Time that it spends on each batch of events. */
  readonly handlingMs: number;
}

export interface Followed {
  readonly perSecond: number;
  /** The most that this process ever held. */
  readonly peakMegabytes: number;
}

/** Follows streams from the start of the log, as the projector does, and drops the events. */
serve(async ({ databaseUrl }: FollowSettings) => {
  const eventStore = openEventStore({ databaseUrl }, { deadlineMs: 10_000, logger: { warn: () => undefined } });
  const follow = ({ streamPrefix, events: wanted, handlingMs }: Follow): Promise<void> =>
    new Promise((resolve, reject) => {
      let came = 0;
      const onEvents = async (events: readonly unknown[]): Promise<void> => {
        came += events.length;
        if (handlingMs > 0) await pause(handlingMs);
        if (came >= wanted) void subscription.stop().then(resolve);
      };
      const onFailed = ({ name }: { readonly name: string }): void =>
        reject(new Error(`The subscription ended: ${name}`));
      const subscription = eventStore.subscribe(START, { onEvents, onFailed }, { streamPrefixes: [streamPrefix] });
    });
  const answer = async (asked: Follow): Promise<Followed> => {
    const startedAt = performance.now();
    await follow(asked);
    const perSecond = asked.events / ((performance.now() - startedAt) / 1_000);
    return { perSecond, peakMegabytes: process.resourceUsage().maxRSS / 1_024 };
  };
  return { answer, close: eventStore.close };
});
