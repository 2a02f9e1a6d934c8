/** Runs the works on one stream one after the other, and those on different streams side by side. */
export type InTurn = <Value>(stream: string, work: () => Promise<Value>) => Promise<Value>;

/**
 * Turns among the commands of one process: without them a stream that many write to at once, such as a busy partner's,
 * would let each of them lose race after race. Writers in other processes still meet at the exact revision.
 */
export const createTurns = (): InTurn => {
  const last = new Map<string, Promise<void>>();
  return (stream, work) => {
    const mine = (last.get(stream) ?? Promise.resolve()).then(work);
    const ended = mine.then(nothing, nothing).then(() => {
      if (last.get(stream) === ended) last.delete(stream);
    });
    last.set(stream, ended);
    return mine;
  };
};

const nothing = (): void => undefined;
