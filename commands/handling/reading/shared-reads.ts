import { gathering } from '../../timing/gathering';

/** Joins reads of one key: callers that arrive during a read share the next one. */
export type SharedReads = <Value>(key: string, read: () => Promise<Value>) => Promise<Value>;

type Read = () => Promise<unknown>;

interface Line {
  readonly ask: (read: Read) => Promise<unknown>;
  askers: number;
}

/** A running read is not shared: every value is read after its caller asked. */
export const createSharedReads = (): SharedReads => {
  const lines = new Map<string, Line>();
  return async <Value>(key: string, read: () => Promise<Value>): Promise<Value> => {
    const line = lines.get(key) ?? createLine();
    lines.set(key, line);
    line.askers += 1;
    try {
      return (await line.ask(read)) as Value;
    } finally {
      line.askers -= 1;
      if (line.askers === 0) lines.delete(key);
    }
  };
};

const createLine = (): Line => ({
  ask: gathering<Read, unknown>({
    batchesAtOnce: 1,
    itemsPerBatch: Number.POSITIVE_INFINITY,
    answerAll: async (batch) => {
      const [first] = batch;
      try {
        const value = await first?.item();
        for (const { resolve } of batch) resolve(value);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    },
  }),
  askers: 0,
});
