import { rest } from '../../infra/timing/rest';

export interface Followed<Stores> {
  /** Current stores of the service; null while it is down. */
  readonly find: () => Promise<Stores | null>;
  readonly isSame: (left: Stores, right: Stores) => boolean;
  /** Runs on these stores, on the previous port if any. Rejects when they are unusable. */
  readonly run: (stores: Stores, port: number | null) => Promise<Running>;
  readonly onMove: () => void;
  readonly onTrouble: (error: unknown) => void;
  readonly wait?: (durationMs: number, signal: AbortSignal) => Promise<unknown>;
}

export interface Running {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Embedded stores change ports when their service restarts. */
const LOOK_EVERY_MS = 500;

/** Runs on the first stores and moves, keeping its port, whenever the service's stores do. */
export const followService = async <Stores>(first: Stores, followed: Followed<Stores>): Promise<Running> => {
  const { find, isSame, run, onMove, onTrouble, wait = rest } = followed;
  const begun = await run(first, null);
  const { url } = begun;
  // Null between two stores.
  const here = { running: begun as Running | null };
  const port = Number(new URL(url).port);
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
    here.running = await run(found, port);
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
  const stop = async (): Promise<void> => {
    stopping.abort();
    await following;
    await here.running?.stop();
  };
  return { url, stop };
};
