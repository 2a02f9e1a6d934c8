/** Durations of a measurement of a side that works without pause. */
export interface Window {
  readonly warmMs: number;
  readonly windowMs: number;
}

export interface Done {
  readonly done: number;
  /** Until the last step has ended. */
  readonly elapsedMs: number;
}

/** Null: no work is left. */
export type Step = (worker: number) => Promise<boolean> | null;

/** Each worker does one step after the other until the time has passed; counts those that answer true. */
export const closedLoop = async (workers: number, durationMs: number, step: Step): Promise<Done> => {
  const startedMs = performance.now();
  let done = 0;
  const work = async (worker: number): Promise<void> => {
    while (performance.now() - startedMs < durationMs) {
      const stepping = step(worker);
      if (stepping === null) return;
      if (await stepping) done += 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return { done, elapsedMs: performance.now() - startedMs };
};

/** Steps a second, after steps that warm up and do not count. */
export const rateOf = async (workers: number, { warmMs, windowMs }: Window, step: Step): Promise<number> => {
  await closedLoop(workers, warmMs, step);
  const { done, elapsedMs } = await closedLoop(workers, windowMs, step);
  return done / (elapsedMs / 1_000);
};
