import type { PairTime } from '../../../../infra/pair/deps';

/** Time that stands still until a test lets it pass. */
export interface ManualTime extends PairTime {
  /** Wakes all that have rested for so long. */
  readonly pass: (ms: number) => void;
  /** Lengths of all rests begun, in order. */
  readonly rests: readonly number[];
}

export const manualTime = (): ManualTime => {
  const resting = new Map<() => void, number>();
  const rests: number[] = [];
  let nowMs = 1_000_000;
  const rest: PairTime['rest'] = (ms, signal) =>
    new Promise((resolve) => {
      const wake = (): void => {
        resting.delete(wake);
        resolve();
      };
      rests.push(ms);
      resting.set(wake, nowMs + ms);
      signal.addEventListener('abort', wake, { once: true });
      if (signal.aborted) wake();
    });
  const pass = (ms: number): void => {
    nowMs += ms;
    for (const [wake, atMs] of [...resting]) if (atMs <= nowMs) wake();
  };
  return { nowMs: () => nowMs, rest, pass, rests };
};

/** Time passes at once for a process that rests. */
export const passingTime = (): PairTime & { readonly rests: readonly number[] } => {
  const rests: number[] = [];
  let nowMs = 0;
  const rest: PairTime['rest'] = async (ms) => {
    rests.push(ms);
    nowMs += ms;
  };
  return { nowMs: () => nowMs, rest, rests };
};

/** Resolves when it holds; the test's own time limit ends a wait in vain. */
export const eventually = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
};

/** Resolves when it holds, or when the work is over, however that ended. */
export const eventuallyOrOver = async (holds: () => boolean, work: Promise<unknown>): Promise<void> => {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  work.then(end, end);
  await eventually(() => isOver || holds());
};
