import { isEventStoreUnavailable } from '../../infra/event-store/client/unavailable';
import { isUnavailable } from '../../infra/postgres/unavailable';
import { isRedisUnavailable } from '../../infra/redis/unavailable';

/** Whether a store was away, mute or overloaded: what was asked of it may be asked again. */
export const isStoreAway = (error: unknown): boolean =>
  isUnavailable(error) || isEventStoreUnavailable(error) || isRedisUnavailable(error);
