import { invalidField } from '../../../../aggregates/rejection';
import type { PartnerReader } from '../../../../read-models/reader';
import {
  FEED_START,
  type FeedPlace,
  type OldCursor,
  placeOfDelivery,
  placeOfOldCursor,
} from '../../../../read-models/webhooks/partner-feed';
import type { HttpDeps } from '../../deps';

const BEGINNING = '0';
/** Cursor of the first version: one half of a position, or both if they differed. */
const POSITION = /^(\d{1,20})(?:-(\d{1,20}))?$/;

const oldCursorOf = (text: string): OldCursor | null => {
  const [, commit, prepare = commit] = POSITION.exec(text) ?? [];
  return commit === undefined || prepare === undefined ? null : { commit, prepare };
};

/** Start of the page; 400 for a text that is no cursor of this partner. */
export const feedPlaceOf = async (
  { doOldCursorsHold }: Pick<HttpDeps, 'doOldCursorsHold'>,
  reader: PartnerReader,
  after: string | undefined,
): Promise<FeedPlace> => {
  if (after === undefined || after === BEGINNING) return FEED_START;
  const old = oldCursorOf(after);
  if (old === null) return (await placeOfDelivery(reader, after)) ?? unknownDelivery();
  if (!(await doOldCursorsHold())) throw outlived();
  return placeOfOldCursor(reader, old);
};

const unknownDelivery = (): never => {
  throw invalidField('after', 'is not the id of a notification of yours');
};

const outlived = (): Error =>
  invalidField(
    'after',
    'is a position in an event store that the ledger has left; use the id of the last notification seen, or 0',
  );
