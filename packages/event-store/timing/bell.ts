/** Wakes a loop: something may have changed, so check. */
export interface Bell {
  /** Ends the current wait, or else the next one; repeated rings count once. */
  readonly ring: () => void;
  /** True when rung, false after `timeoutMs` (default: never). Several may wait. */
  readonly wait: (timeoutMs?: number) => Promise<boolean>;
}

export interface BellOptions {
  /** True when a wait with a time limit keeps the process alive (default: true). */
  readonly keepsProcess?: boolean;
}

export const createBell = ({ keepsProcess = true }: BellOptions = {}): Bell => {
  let isRung = false;
  const waiting = new Set<(wasRung: boolean) => void>();
  const ring = (): void => {
    isRung = true;
    for (const end of waiting) end(true);
  };
  const nextRing = (timeoutMs: number | undefined): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (wasRung: boolean): void => {
        clearTimeout(timer);
        waiting.delete(end);
        resolve(wasRung);
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs, false);
      if (!keepsProcess) timer?.unref();
      waiting.add(end);
    });
  const wait = async (timeoutMs?: number): Promise<boolean> => {
    const wasRung = isRung || (await nextRing(timeoutMs));
    isRung = false;
    return wasRung;
  };
  return { ring, wait };
};
