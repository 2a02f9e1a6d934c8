/** Limits concurrency; a bounded number of others wait their turn, for a bounded time. */
export interface Slots {
  /** True when a slot was taken, which the caller must release; false after `timeoutMs`. */
  readonly take: (timeoutMs: number) => Promise<boolean>;
  readonly giveBack: () => void;
}

export const createSlots = (count: number, waitingLimit: number): Slots => {
  let free = count;
  const waiting = new Set<() => void>();

  const waitForTurn = (timeoutMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      const turn = (): void => settle(true);
      const timer = setTimeout(() => settle(false), timeoutMs);
      const settle = (taken: boolean): void => {
        clearTimeout(timer);
        waiting.delete(turn);
        resolve(taken);
      };
      waiting.add(turn);
    });

  const take = async (timeoutMs: number): Promise<boolean> => {
    if (free === 0) return waiting.size < waitingLimit && timeoutMs > 0 ? waitForTurn(timeoutMs) : false;
    free -= 1;
    return true;
  };

  const giveBack = (): void => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };

  return { take, giveBack };
};
