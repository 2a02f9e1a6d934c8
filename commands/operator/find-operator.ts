import { OPERATORS_ID, type Operator, operatorOfKey, operators } from '../../aggregates/operator/operators';
import { stateOf } from '../handling/reading/read-stream';
import { sha256Hex } from '../handling/secrets';
import type { EventStore } from '../ports/event-store';

export type Reading = Pick<EventStore, 'readStream'>;

/** The operator of a key, by the log; null for a key that is unknown, revoked, or waits for approval. */
export const findOperator = async (eventStore: Reading, operatorKey: string): Promise<Operator | null> =>
  operatorOfKey(await stateOf(eventStore, operators, OPERATORS_ID), sha256Hex(operatorKey));

export const listOperators = async (eventStore: Reading): Promise<readonly Operator[]> => {
  const all = await stateOf(eventStore, operators, OPERATORS_ID);
  return [...all.values()].sort((left, right) => (left.operatorName < right.operatorName ? -1 : 1));
};

/** The current operator of this name whose key was issued then; null if revoked since. */
export const sameOperator = async (
  eventStore: Reading,
  operatorName: string,
  addedAt: string,
): Promise<Operator | null> => {
  const operator = (await stateOf(eventStore, operators, OPERATORS_ID)).get(operatorName);
  return operator?.status === 'ACTIVE' && operator.addedAt === addedAt ? operator : null;
};
