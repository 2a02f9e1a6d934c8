/** Wakes one waiting loop; a wake-up that comes while the loop is busy is kept for its next wait. */
export interface Signal {
  readonly raise: () => void;
  /** Resolves at the next raise, at once if there was one since the last wait; after `timeoutMs` in any case. */
  readonly wait: (timeoutMs?: number) => Promise<void>;
}

export const createSignal = (): Signal => {
  let raised = false;
  let wake: (() => void) | null = null;
  const raise = (): void => {
    raised = true;
    wake?.();
  };
  const wait = async (timeoutMs?: number): Promise<void> => {
    if (!raised) {
      await new Promise<void>((resolve) => {
        const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    wake = null;
    raised = false;
  };
  return { raise, wait };
};
