import { gathering } from '../../commands/timing/gathering';

/** Finds many by their keys with one query; what does not exist is absent from the answer. */
export type FindAll<Key, Value> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;

/** After this a query may have a dead connection: another one goes beside it, so that it does not hold everybody. */
const PATIENCE_MS = 20;
const QUERIES_AT_ONCE = 2;
const KEYS_PER_QUERY = 100;

/**
 * Look-ups that share their queries; each sees the state of after it came. Those that wait behind a query that fails fail
 * with it: asking again would only add to the time after which they hear that the store is away.
 */
export const gathered = <Key, Value>(findAll: FindAll<Key, Value>): ((key: Key) => Promise<Value | null>) =>
  gathering<Key, Value | null>({
    batchesAtOnce: QUERIES_AT_ONCE,
    itemsPerBatch: KEYS_PER_QUERY,
    whenLate: (late) => {
      const timer = setTimeout(late, PATIENCE_MS);
      return () => clearTimeout(timer);
    },
    answerAll: async (batch, later) => {
      try {
        const found = await findAll([...new Set(batch.map(({ item }) => item))]);
        for (const { item, resolve } of batch) resolve(found.get(item) ?? null);
      } catch (error) {
        for (const { reject } of [...batch, ...later.splice(0)]) reject(error);
      }
    },
  });
