/** The longest timer, 24 days: a longer one fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Settles as `work` does, or after `timeoutMs` as `late` does; `work` then continues, and its rejection is dropped. */
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
    // After a busy stretch the answer may be waiting in a socket, so I/O runs once more first.
    const timer = setTimeout(() => setImmediate(giveUp), Math.min(timeoutMs, LONGEST_TIMER_MS));
    const settle = (): void => {
      isSettled = true;
      clearTimeout(timer);
    };
    work.finally(settle).then(resolve, reject);
  });

/** Resolves when `work` ends, at the latest after `timeoutMs`; rejects if `work` rejects in time. */
export const atMost = async (timeoutMs: number, work: Promise<unknown>): Promise<void> => {
  await inTime(timeoutMs, work, () => undefined);
};
