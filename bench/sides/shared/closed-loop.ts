/** One measurement of a side that works without pause. */
export interface Window {
  readonly warmMs: number;
  readonly windowMs: number;
}

export interface ClosedLoop extends Window {
  /** How many work at the same time, each on one thing after the other. */
  readonly workers: number;
}

/** Everybody works until the window has passed; answers how many steps per second ended well within it. */
export const closedLoop = async (
  { workers, warmMs, windowMs }: ClosedLoop,
  step: (worker: number) => Promise<boolean>,
): Promise<number> => {
  const beginsAt = performance.now() + warmMs;
  const endsAt = beginsAt + windowMs;
  let done = 0;
  const work = async (worker: number): Promise<void> => {
    for (;;) {
      const isDone = await step(worker);
      const now = performance.now();
      if (now >= endsAt) return;
      if (isDone && now >= beginsAt) done += 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return done / (windowMs / 1_000);
};
