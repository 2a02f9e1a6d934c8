import type { ClientBase } from 'pg';
import { type UnsettledDenial, unsettledDenials } from '../../denials/settled';

/** Facts of the lost time that only PostgreSQL has, found once the read models match the log. */
export interface Unlogged {
  /** Freed look-ups by id, wallet or contact: the registrations of their users are lost. */
  readonly lookUps: number;
  /** Rights that lost events changed: access checks still apply them, and an operator repeats each change. */
  readonly rights: readonly UnsettledDenial[];
}

/** Repeatable. `lostSince`: a time, ISO 8601. */
export const settleUnlogged = async (client: Pick<ClientBase, 'query'>, lostSince: string): Promise<Unlogged> => {
  for (const text of [REPLAYS, FEED_PLACES]) await client.query(text);
  const { rowCount } = await client.query(LOOK_UPS, [lostSince]);
  return { lookUps: rowCount ?? 0, rights: await unsettledDenials(client) };
};

/** Replays that the partner requested in the lost time: without this, the next replay would not be sent. */
const REPLAYS = `UPDATE lastro.webhook_attempts AS tried SET replays = outbox.replays
  FROM lastro.webhook_outbox AS outbox WHERE outbox.delivery_id = tried.delivery_id AND tried.replays > outbox.replays`;
const FEED_PLACES = `DELETE FROM lastro.feed_places AS place
  WHERE NOT EXISTS (SELECT FROM lastro.webhook_outbox WHERE delivery_id = place.delivery_id)`;

/** Look-ups of lost users, so that such a user can register again. A parked user has no row, but a stream. */
const LOOK_UPS = `DELETE FROM vault.lookups AS found USING vault.subject_keys AS subject
  WHERE subject.subject_id = found.subject_id AND subject.created_at > $1::timestamptz - interval '1 minute'
    AND NOT EXISTS (SELECT FROM lastro.users WHERE user_id = found.subject_id)
    AND NOT EXISTS (SELECT FROM lastro.parked_streams WHERE stream = 'user-' || found.subject_id)`;
