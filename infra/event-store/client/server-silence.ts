/** Knows how long the server has said nothing although it was asked. Times are of `performance.now()`. */
export interface Ear {
  readonly asked: () => void;
  readonly heard: () => void;
  /** Silence that a call which waits since `sinceMs` has met. */
  readonly silentMs: (sinceMs: number) => number;
}

export const createEar = (): Ear => {
  let heardAtMs = performance.now();
  /** The first call since then. */
  let askedAtMs = Infinity;
  return {
    asked: () => {
      askedAtMs = Math.min(askedAtMs, performance.now());
    },
    heard: () => {
      heardAtMs = performance.now();
      askedAtMs = Infinity;
    },
    silentMs: (sinceMs) => performance.now() - Math.max(heardAtMs, Math.min(sinceMs, askedAtMs)),
  };
};
