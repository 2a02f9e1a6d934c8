/** Joins reads of one thing: whoever asks while one runs shares the next one with all others who ask meanwhile. */
export type SharedReads = <Value>(key: string, read: () => Promise<Value>) => Promise<Value>;

interface Line {
  /** Resolves when the read that runs has ended. */
  readonly ended: Promise<void>;
  next: Promise<unknown> | null;
}

/**
 * What a reader is given was read after it asked, never before: a read that runs already is not shared. All that share a
 * key read the same.
 */
export const createSharedReads = (): SharedReads => {
  const lines = new Map<string, Line>();
  const begin = <Value>(key: string, read: () => Promise<Value>): Promise<Value> => {
    const value = read();
    const line: Line = { ended: value.then(nothing, nothing), next: null };
    lines.set(key, line);
    void line.ended.then(() => {
      if (line.next === null) lines.delete(key);
    });
    return value;
  };
  return <Value>(key: string, read: () => Promise<Value>): Promise<Value> => {
    const line = lines.get(key);
    if (line === undefined) return begin(key, read);
    line.next ??= line.ended.then(() => begin(key, read));
    return line.next as Promise<Value>;
  };
};

const nothing = (): void => undefined;
