import { rest } from '../../../infra/timing/rest';
import { atMost } from '../../../packages/event-store/timing/time-limit';

export interface Followed<Stores> {
  /** Current stores of the service; null while it is down. */
  readonly find: () => Promise<Stores | null>;
  readonly isSame: (left: Stores, right: Stores) => boolean;
  /** Rejects when they are unusable. */
  readonly run: (stores: Stores) => Promise<Running>;
  readonly onMove: () => void;
  readonly onTrouble: (error: unknown) => void;
  readonly wait?: (durationMs: number, signal: AbortSignal) => Promise<unknown>;
  /** After this time a stop no longer waits for the start. */
  readonly cutAfterMs?: number;
}

export interface Running {
  readonly stop: () => Promise<void>;
}

/** Embedded stores change ports when their service restarts. */
const LOOK_EVERY_MS = 500;
/** A start on stores that do not answer has nothing to finish. */
const CUT_AFTER_MS = 2_000;

/** Stops the running work and starts it again whenever the service's stores change. */
export const followService = <Stores>(first: Stores, begun: Running, followed: Followed<Stores>): Running => {
  const { find, isSame, run, onMove, onTrouble, wait = rest, cutAfterMs = CUT_AFTER_MS } = followed;
  // Null between two stores.
  const here = { running: begun as Running | null };
  let current = first;
  const stopping = new AbortController();
  const leave = async (): Promise<void> => {
    const left = here.running;
    here.running = null;
    await left?.stop().catch(onTrouble);
  };
  const look = async (): Promise<void> => {
    const found = await find();
    if (found === null || (here.running !== null && isSame(found, current))) return;
    onMove();
    await leave();
    here.running = await run(found);
    current = found;
  };
  const follow = async (): Promise<void> => {
    for (;;) {
      await wait(LOOK_EVERY_MS, stopping.signal);
      if (stopping.signal.aborted) return;
      await look().catch(onTrouble);
    }
  };
  const following = follow();
  return {
    stop: async () => {
      stopping.abort();
      await atMost(cutAfterMs, following);
      await here.running?.stop();
    },
  };
};
