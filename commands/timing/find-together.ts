import { type Gathering, gathering } from './gathering';

/** A single query for many keys; the answer omits unknown keys. */
export type FindAll<Key, Value> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;

const QUERIES_AT_ONCE = 2;
const KEYS_PER_QUERY = 100;

/** Each look-up sees the state after its start. Look-ups behind a failing query fail with it, without a retry. */
export const findTogether = <Key, Value>(
  findAll: FindAll<Key, Value>,
  { whenLate, joinsFirst = false }: Pick<Gathering<Key, Value | null>, 'whenLate' | 'joinsFirst'> = {},
): ((key: Key) => Promise<Value | null>) => {
  let underWay = 0;
  return gathering<Key, Value | null>({
    ...{ batchesAtOnce: QUERIES_AT_ONCE, itemsPerBatch: KEYS_PER_QUERY, joinsFirst },
    ...(whenLate === undefined ? {} : { whenLate }),
    answerAll: async (batch, later) => {
      underWay += 1;
      try {
        const found = await findAll([...new Set(batch.map(({ item }) => item))]);
        for (const { item, resolve } of batch) resolve(found.get(item) ?? null);
      } catch (error) {
        const hopeless = underWay === 1 ? later.splice(0) : [];
        for (const { reject } of [...batch, ...hopeless]) reject(error);
      }
      underWay -= 1;
    },
  });
};
