import { type FindAll, findTogether } from '../../commands/timing/find-together';

/** After this time the connection may be dead: a second query starts beside it. */
const PATIENCE_MS = 20;

/** Look-ups of a request: one query at a time, and another beside a slow one. */
export const gathered = <Key, Value>(findAll: FindAll<Key, Value>): ((key: Key) => Promise<Value | null>) =>
  findTogether(findAll, {
    whenLate: (late) => {
      const timer = setTimeout(late, PATIENCE_MS);
      return () => clearTimeout(timer);
    },
  });
