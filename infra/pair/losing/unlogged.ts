import type { ClientBase } from 'pg';
import { type UnsettledDenial, unsettledDenials } from '../../denials/settled';

/** What PostgreSQL alone knows of the lost time, found once the read models are what the log says. */
export interface Unlogged {
  /** Look-ups by id, wallet or contact that were freed: the registrations of their users are lost. */
  readonly lookUps: number;
  /** Rights that were changed by lost events: the doors still heed them, and an operator makes each change again. */
  readonly rights: readonly UnsettledDenial[];
}

/** Repeatable. `lostSince`: a time, ISO 8601. */
export const settleUnlogged = async (client: Pick<ClientBase, 'query'>, lostSince: string): Promise<Unlogged> => {
  for (const text of [REPLAYS, FEED_PLACES]) await client.query(text);
  const { rowCount } = await client.query(LOOK_UPS, [lostSince]);
  return { lookUps: rowCount ?? 0, rights: await unsettledDenials(client) };
};

/** Of what the partner has had sent again in the lost time: the next replay is sent again too. */
const REPLAYS = `UPDATE lastro.webhook_attempts AS tried SET replays = outbox.replays
  FROM lastro.webhook_outbox AS outbox WHERE outbox.delivery_id = tried.delivery_id AND tried.replays > outbox.replays`;
const FEED_PLACES = `DELETE FROM lastro.feed_places AS place
  WHERE NOT EXISTS (SELECT FROM lastro.webhook_outbox WHERE delivery_id = place.delivery_id)`;

/** Whoever registers again is found by them as nobody. A user who is parked has no row, and yet a stream. */
const LOOK_UPS = `DELETE FROM vault.lookups AS found USING vault.subject_keys AS subject
  WHERE subject.subject_id = found.subject_id AND subject.created_at > $1::timestamptz - interval '1 minute'
    AND NOT EXISTS (SELECT FROM lastro.users WHERE user_id = found.subject_id)
    AND NOT EXISTS (SELECT FROM lastro.parked_streams WHERE stream = 'user-' || found.subject_id)`;
