import { setImmediate } from 'node:timers/promises';

const never = (): Promise<never> => new Promise(() => undefined);

/** Work that stops midway like a stopped process, and goes on when it is woken; or that dies there. */
export const createPauses = () => {
  const asleep: (() => void)[] = [];
  const failures: string[] = [];
  let isWaking = false;
  let deaths = 0;
  let standStill: () => void = () => undefined;

  return {
    /** Errors of work that went on after a stop, or beside other work that did. */
    failures: failures as readonly string[],
    /** Processes that died. */
    deaths: (): number => deaths,
    /** Called by the work: lasts until the next waking. */
    pause: async (): Promise<void> => {
      if (isWaking) return;
      standStill();
      await new Promise<void>((wake) => asleep.push(wake));
    },
    /** Called by the work: its process was killed here. */
    die: async (): Promise<void> => {
      if (isWaking) return;
      deaths += 1;
      standStill();
      await never();
    },
    /** Waits for the work to end, to stop, or to die. */
    run: async (work: () => Promise<unknown>): Promise<void> => {
      let isLeft = false;
      const left = new Promise<void>((resolve) => {
        standStill = () => {
          isLeft = true;
          resolve();
        };
      });
      const ended = Promise.resolve()
        .then(work)
        .catch((error: unknown) => {
          if (!isLeft) throw error;
          failures.push(String(error));
        });
      await Promise.race([ended, left]);
    },
    /** Wakes all stopped work and lets it end: it waits only for other work in memory. */
    wakeAll: async (): Promise<void> => {
      isWaking = true;
      for (const wake of asleep.splice(0)) wake();
      await setImmediate();
      isWaking = false;
    },
  };
};
