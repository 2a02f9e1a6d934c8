/** Keeps the newest `most` entries; setting an entry makes it the newest. */
export interface BoundedMap<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly delete: (key: string) => void;
  readonly clear: () => void;
  readonly keys: () => Iterable<string>;
  readonly values: () => Iterable<Value>;
}

export const createBoundedMap = <Value>(most: number): BoundedMap<Value> => {
  const entries = new Map<string, Value>();
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size <= most) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    keys: () => entries.keys(),
    values: () => entries.values(),
  };
};
