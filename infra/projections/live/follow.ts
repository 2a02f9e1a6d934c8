import { setTimeout as pause } from 'node:timers/promises';
import { isAfter, type Position, type Recorded } from '../../../aggregates/events';
import type { Subscription } from '../../../commands/ports/event-store';
import { atMost } from '../../timing/time-limit';
import type { Lane } from './lane';
import { DEFAULT_LIMITS, type ProjectorOptions } from './projector-options';

interface Heard {
  position: Position;
  atMs: number;
  /** The lanes are full, so silence is not the store's. */
  isHandling: boolean;
}

const STOP_PATIENCE_MS = 2_000;

/** Feeds the lanes from one subscription; answers why it ended, or null when stopping. */
export async function follow(
  options: ProjectorOptions,
  lanes: readonly Lane[],
  lost: Promise<string>,
  stopping: AbortSignal,
): Promise<string | null> {
  const places = await Promise.all(lanes.map((lane) => lane.load()));
  const from = places.reduce((left, right) => (isAfter(left, right) ? right : left));
  const ending = new AbortController();
  const heard: Heard = { position: from, atMs: performance.now(), isHandling: false };
  const running = lanes.map((lane) => lane.run(ending.signal));
  const subscription = subscribe(options, lanes, heard);
  try {
    const silence = watch(options, heard, ending.signal);
    return await Promise.race([lost, aborted(stopping), silence, Promise.race(running).then(() => null)]);
  } finally {
    ending.abort();
    await atMost(STOP_PATIENCE_MS, subscription.stop());
    await Promise.allSettled(running);
  }
}

function subscribe(options: ProjectorOptions, lanes: readonly Lane[], heard: Heard): Subscription {
  const offer = async (events: readonly Recorded[], position: Position): Promise<void> => {
    heard.isHandling = true;
    await Promise.all(lanes.map((lane) => lane.offer(events, position)));
    Object.assign(heard, { position, atMs: performance.now(), isHandling: false });
  };
  return options.eventStore.subscribe(heard.position, {
    onEvents: async (events) => {
      const last = events.at(-1);
      if (last !== undefined) await offer(events, last.position);
    },
    onPosition: (position) => offer([], position),
    onDropped: (cause) => {
      options.logger.warn({ cause }, 'the subscription was cut');
    },
  });
}

/** Answers when the log advances without the subscription reporting. */
async function watch(options: ProjectorOptions, heard: Heard, signal: AbortSignal): Promise<string | null> {
  const { silenceMs } = { ...DEFAULT_LIMITS, ...options.limits };
  try {
    for (;;) {
      await pause(silenceMs / 2, undefined, { signal });
      if (heard.isHandling || performance.now() - heard.atMs < silenceMs) continue;
      const { position, atMs } = heard;
      const head = await headOf(options, position);
      if (heard.atMs === atMs && isAfter(head, position)) return 'the subscription is silent while the log goes on';
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

const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
