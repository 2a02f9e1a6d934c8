import { setTimeout as pause } from 'node:timers/promises';

/** One look at `/health/ready`. */
export interface Look {
  readonly atMs: number;
  readonly isReady: boolean;
}

export interface Watch {
  readonly looks: readonly Look[];
  readonly stop: () => Promise<void>;
}

const INTERVAL_MS = 100;
const ANSWER_TIMEOUT_MS = 5_000;

const look = async (url: string): Promise<Look> => {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const isReady = await fetch(`${url}/health/ready`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
  return { atMs: Date.now(), isReady };
};

export const watchReadiness = (url: () => string): Watch => {
  const looks: Look[] = [];
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      looks.push(await look(url()));
      await pause(INTERVAL_MS);
    }
  })();
  const stop = async (): Promise<void> => {
    stopping.abort();
    await watching;
  };
  return { looks, stop };
};

/** Milliseconds since 1970. */
export interface StoreOutage {
  readonly fromMs: number;
  /** The first answer to a writer. */
  readonly answeredAtMs: number;
}

/**
 * How long after the store answered again (one moment an outage) the service said that it is ready; 0 where it said so
 * before. Outages through which it stayed ready are left out; one after which it never was again counts to the last look.
 */
export const readyAfterMs = (looks: readonly Look[], outages: readonly StoreOutage[]): readonly number[] =>
  outages.flatMap(({ fromMs, answeredAtMs }) => {
    const during = looks.filter(({ atMs }) => atMs >= fromMs && atMs <= answeredAtMs);
    if (during.every(({ isReady }) => isReady)) return [];
    if (during.at(-1)?.isReady) return [0];
    const ready = looks.find((one) => one.atMs > answeredAtMs && one.isReady) ?? looks.at(-1)!;
    return [ready.atMs - answeredAtMs];
  });
