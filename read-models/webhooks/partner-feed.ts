import { type ListStatement, listStatement } from '../list-query';
import type { PartnerReader, PartnerScope } from '../reader';
import type { Query } from '../table';
import type { WebhookOutboxRow } from './webhook-outbox';

/** Number of a notification in the partner's feed, given when it was first applied; rises in the order of the feed. */
export type FeedPlace = string;

export const FEED_START: FeedPlace = '0';

export type FeedRow = Pick<WebhookOutboxRow, 'delivery_id' | 'body' | 'external_user_id'>;

/** Notifications after a place, oldest first: sent, unsent and opt-in; one more row when there is a next page. */
export const listNotifications = async (
  reader: PartnerReader,
  after: FeedPlace,
  limit: number,
): Promise<readonly FeedRow[]> => {
  const { text, values } = notificationsPage(reader, after, limit);
  return reader.query<FeedRow>(text, values);
};

export const notificationsPage = ({ partnerId, mode }: PartnerScope, after: FeedPlace, limit: number): ListStatement =>
  listStatement({
    select: `SELECT o.delivery_id, o.body, o.external_user_id
      FROM lastro.feed_places f JOIN lastro.webhook_outbox o ON o.delivery_id = f.delivery_id`,
    where: [
      ['f.partner_id = ? AND f.mode = ?', partnerId, mode],
      ['f.place > ?::bigint', after],
    ],
    ending: ['ORDER BY f.place LIMIT ?', limit + 1],
  });

export const placeOfDelivery = async (
  { query, partnerId, mode }: PartnerReader,
  deliveryId: string,
): Promise<FeedPlace | null> => {
  const rows = await query<{ readonly place: FeedPlace }>(
    'SELECT place FROM lastro.feed_places WHERE partner_id = $1 AND mode = $2 AND delivery_id = $3',
    [partnerId, mode, deliveryId],
  );
  return rows[0]?.place ?? null;
};

/** A position of the event store, in the form of the first version's cursors. */
export interface OldCursor {
  readonly commit: string;
  readonly prepare: string;
}

/** The greatest bigint, which no position exceeds. */
const LAST = 2n ** 63n - 1n;
const upToLast = (digits: string): string => (BigInt(digits) > LAST ? LAST.toString() : digits);

/** Late events are later in the feed: the lower of two places, so that no notification is skipped. */
const PLACE_OF_POSITION = `SELECT coalesce(least(
  (SELECT place FROM lastro.feed_places WHERE partner_id = $1 AND mode = $2
    AND (position_commit, position_prepare) <= ($3::bigint, $4::bigint)
    ORDER BY position_commit DESC, position_prepare DESC LIMIT 1),
  (SELECT min(place) - 1 FROM lastro.feed_places WHERE partner_id = $1 AND mode = $2
    AND (position_commit, position_prepare) > ($3::bigint, $4::bigint))), 0) AS place`;

/** The place of an old cursor: no notification is skipped, but a late one may appear twice. */
export const placeOfOldCursor = async (reader: PartnerReader, cursor: OldCursor): Promise<FeedPlace> => {
  const { text, values } = oldCursorPlace(reader, cursor);
  const rows = await reader.query<{ readonly place: FeedPlace }>(text, values);
  return rows[0]?.place ?? FEED_START;
};

export const oldCursorPlace = ({ partnerId, mode }: PartnerScope, { commit, prepare }: OldCursor): ListStatement => ({
  text: PLACE_OF_POSITION,
  values: [partnerId, mode, upToLast(commit), upToLast(prepare)],
});

/** True while the ledger is in the event store that the first version's cursors name. */
export const doOldCursorsHold = async (query: Query): Promise<boolean> => {
  const rows = await query<{ readonly holds: boolean }>('SELECT positions_hold AS holds FROM lastro.feed_cursors', []);
  return rows[0]?.holds === true;
};
