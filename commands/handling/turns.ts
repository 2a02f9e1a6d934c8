/** Runs work on one stream in sequence; different streams run in parallel. */
export type InTurn = <Value>(stream: string, work: () => Promise<Value>) => Promise<Value>;

/** Avoids lost races of writers to a busy stream; other processes meet at the exact revision. */
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
