import { kycStatusOf, user } from '../../aggregates/user/user';
import { stateOf } from '../../commands/handling/reading/read-stream';
import type { EventStore } from '../../commands/ports/event-store';
import type { ReadUserStanding } from '../../commands/ports/user-standing';
import type { Query } from '../../read-models/table';
import { findStandings } from '../../read-models/users/users';
import { gathered } from './gathered';

/** From the user's stream, because a row may lag or be parked. */
export const standingByStream =
  (eventStore: Pick<EventStore, 'readStream'>): ReadUserStanding =>
  async (userId) =>
    kycStatusOf(await stateOf(eventStore, user, userId));

/** From the user's row, 20 times cheaper than the stream; the quote was judged by the stream in its window. */
export const standingByRow = (query: Query): ReadUserStanding =>
  gathered((userIds: readonly string[]) => findStandings(query, userIds));
