export type InLane = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Runs at most so many works at once; the others wait in their order. */
export const createLanes = (lanes: number): InLane => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const enter = async (): Promise<void> => {
    if (running < lanes) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
};
