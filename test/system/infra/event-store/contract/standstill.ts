const LOOK_EVERY_MS = 1_000;

export interface Standstill {
  /** Rejects with this error, once `progress` has not changed for so long; never resolves. */
  readonly rejected: Promise<never>;
  readonly end: () => void;
}

/** A test that stands still says where, instead of running into Jest's time limit. */
export const watchStandstill = (progress: () => number, tell: () => string, limitMs: number): Standstill => {
  let last = progress();
  let changedMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const rejected = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      const now = progress();
      if (now !== last) changedMs = performance.now();
      last = now;
      if (performance.now() - changedMs > limitMs) reject(new Error(`Nothing went on for ${limitMs} ms: ${tell()}`));
    }, LOOK_EVERY_MS);
  });
  rejected.catch(() => undefined);
  return { rejected, end: () => clearInterval(timer) };
};
