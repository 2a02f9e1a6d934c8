/** Finds many by their keys with one query; what does not exist is absent from the answer. */
export type FindAll<Key, Value> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;

interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value | null) => void;
  readonly reject: (error: unknown) => void;
}

/** A second query while one is under way, so that one dead connection does not hold everybody. */
const QUERIES_AT_ONCE = 2;
const KEYS_PER_QUERY = 100;

/**
 * Look-ups that share their queries: one alone is asked at once, and those that come while queries are under way go
 * together with the next, so that each sees the state of after it came. Those that wait behind a query that fails fail
 * with it: asking again would only add to the time after which they hear that the store is away.
 */
export const gathered = <Key, Value>(findAll: FindAll<Key, Value>): ((key: Key) => Promise<Value | null>) => {
  const waiting: Waiting<Key, Value>[] = [];
  let underWay = 0;
  const ask = async (asked: readonly Waiting<Key, Value>[]): Promise<void> => {
    try {
      const found = await findAll([...new Set(asked.map(({ key }) => key))]);
      for (const { key, resolve } of asked) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const { reject } of [...asked, ...waiting.splice(0)]) reject(error);
    }
  };
  const askWhileAnyWait = async (): Promise<void> => {
    underWay += 1;
    while (waiting.length > 0) await ask(waiting.splice(0, KEYS_PER_QUERY));
    underWay -= 1;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (underWay < QUERIES_AT_ONCE) void askWhileAnyWait();
    });
};
