/** Wakes a loop. It says that something may have changed, not what: whoever was woken looks. */
export interface Bell {
  /** Ends the wait; rung while nobody waits, once or often, it ends the next one at once. */
  readonly ring: () => void;
  /** True once the bell has rung, false after `timeoutMs` without (default: it waits for ever). Several may wait. */
  readonly wait: (timeoutMs?: number) => Promise<boolean>;
}

export interface BellOptions {
  /** Whether somebody who waits with a time limit keeps the process alive (default: yes). */
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
