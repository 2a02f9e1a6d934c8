import { isEventStoreUnavailable } from '../../infra/event-store/client/unavailable';
import { isUnavailable } from '../../infra/postgres/unavailable';
import { isRedisUnavailable } from '../../infra/redis/unavailable';

/** True when a store was away, mute or overloaded: the request may be repeated. */
export const isStoreAway = (error: unknown): boolean =>
  isUnavailable(error) || isEventStoreUnavailable(error) || isRedisUnavailable(error);
