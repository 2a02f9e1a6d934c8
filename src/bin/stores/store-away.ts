import { isRejection } from '../../../aggregates/rejection';
import { isStreamFault } from '../../../aggregates/stream-fault';
import { isNodeError } from '../../../infra/chains/nodes/rpc/node-error';
import { isEventStoreUnavailable } from '../../../infra/event-store/client/unavailable';
import { isUnavailable } from '../../../infra/postgres/unavailable';
import { isRedisUnavailable } from '../../../infra/redis/unavailable';

/** True when a store was away, silent or overloaded: the request may be repeated. */
export const isStoreAway = (error: unknown): boolean =>
  isUnavailable(error) || isEventStoreUnavailable(error) || isRedisUnavailable(error);

/** The same for errors of commands. A failing node or one damaged stream is not the store. */
export const isWorkHeldByStore = (error: unknown): boolean => {
  if (isNodeError(error) || isStreamFault(error)) return false;
  return isRejection(error) ? error.rejection.code === 'SERVICE_UNAVAILABLE' : isStoreAway(error);
};
