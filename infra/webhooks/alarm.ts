export interface Alarm {
  /** Ends the present wait, or the next one when nobody waits. */
  readonly ring: () => void;
  /** Resolves when the alarm rings, at the latest after `timeoutMs`. One waiter at a time. */
  readonly wait: (timeoutMs: number) => Promise<void>;
}

/** Any number of rings while nobody waits are one. */
export const createAlarm = (): Alarm => {
  let isRung = false;
  let end: (() => void) | null = null;
  const ring = () => {
    isRung = true;
    end?.();
  };
  const wait = async (timeoutMs: number) => {
    if (!isRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      end = null;
    }
    isRung = false;
  };
  return { ring, wait };
};
