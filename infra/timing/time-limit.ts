/** The longest that a timer can be set to, 24 days: more would make it ring at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * What the work answers, or rejects with; after `timeoutMs` what `late` answers, or throws. The work then goes on
 * unattended, and what it rejects with is dropped.
 */
export const inTime = <Answer, Late>(
  timeoutMs: number,
  work: Promise<Answer>,
  late: () => Late | Promise<Late>,
): Promise<Answer | Late> =>
  new Promise((resolve, reject) => {
    let isSettled = false;
    const giveUp = (): void => {
      if (!isSettled) new Promise<Late>((answer) => answer(late())).then(resolve, reject);
    };
    // After a busy stretch the answer may lie in a socket unread: it is read before anything is given up.
    const timer = setTimeout(() => setImmediate(giveUp), Math.min(timeoutMs, LONGEST_TIMER_MS));
    const settle = (): void => {
      isSettled = true;
      clearTimeout(timer);
    };
    work.finally(settle).then(resolve, reject);
  });

/** Resolves when the work has ended, at the latest after `timeoutMs`; rejects as the work does until then. */
export const atMost = async (timeoutMs: number, work: Promise<unknown>): Promise<void> => {
  await inTime(timeoutMs, work, () => undefined);
};
