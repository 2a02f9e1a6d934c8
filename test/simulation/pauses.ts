interface Standstill {
  readonly wake: () => void;
  /** What ends, some time after it was woken. */
  readonly ended: Promise<unknown>;
}

/** Work that stands still in the middle, as a stopped process does, and goes on when it is woken. */
export const createPauses = () => {
  const asleep: Standstill[] = [];
  let isWaking = false;
  let fallAsleep: (wake: () => void) => void = () => undefined;

  return {
    /** Called by the work: lasts until everything is woken. */
    pause: (): Promise<void> => (isWaking ? Promise.resolve() : new Promise((resolve) => fallAsleep(resolve))),
    /** Waits for the work to end, or to stand still. */
    run: async (work: () => Promise<unknown>): Promise<void> => {
      const standstill = new Promise<void>((resolve) => {
        fallAsleep = (wake) => {
          asleep.push({ wake, ended });
          resolve();
        };
      });
      const ended = Promise.resolve().then(work);
      await Promise.race([ended, standstill]);
    },
    /** Whatever stands still goes on to its end. */
    wakeAll: async (): Promise<void> => {
      const woken = asleep.splice(0);
      isWaking = true;
      for (const { wake } of woken) wake();
      await Promise.all(woken.map(({ ended }) => ended));
      isWaking = false;
    },
  };
};
