import { kycStatusOf, user } from '../../aggregates/user/user';
import { stateOf } from '../../commands/handling/read-stream';
import type { EventStore } from '../../commands/ports/event-store';
import type { ReadUserStanding } from '../../commands/ports/standing/user-standing';
import type { Query } from '../../read-models/table';
import { findStandings } from '../../read-models/users';
import { gathered } from './gathered';

/** By the user's own stream: no row that is behind or parked can differ from it. */
export const standingByStream =
  (eventStore: Pick<EventStore, 'readStream'>): ReadUserStanding =>
  async (userId) =>
    kycStatusOf(await stateOf(eventStore, user, userId));

/**
 * By the user's row as it is now. A read of the stream costs twenty times as much, which an intent cannot afford; its
 * quote has been judged by the stream within the quote window.
 */
export const standingByRow = (query: Query): ReadUserStanding =>
  gathered((userIds: readonly string[]) => findStandings(query, userIds));
