/** A map of the newest `most` entries: the oldest one goes when another comes. */
export interface BoundedMap<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly values: () => Iterable<Value>;
}

export const createBoundedMap = <Value>(most: number): BoundedMap<Value> => {
  const entries = new Map<string, Value>();
  return {
    get: (key) => entries.get(key),
    values: () => entries.values(),
    set: (key, value) => {
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    },
  };
};
