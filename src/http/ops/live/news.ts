import { FAMILIES } from '../../../../aggregates/families';
import { listEventsAbout } from '../../../../read-models/operators/audit-trail';
import { findAnyPayment, readKnownTo } from '../../../../read-models/operators/payment-facts';
import type { OpsDeps } from '../ops-deps';
import { noPayment } from '../payments/as-of';

export interface OpsNews {
  /** Something happened to the payment after the position. */
  isChanged: boolean;
  /** The answer includes events up to this position of the log. */
  knownTo: string;
}

const LAST_OF_AN_APPEND = 2 ** 31 - 1;

/** Refuses PAYMENT_NOT_FOUND. */
export const newsAbout = async ({ query }: Pick<OpsDeps, 'query'>, id: string, after: string): Promise<OpsNews> => {
  const knownTo = await readKnownTo(query);
  const payment = await findAnyPayment(query, id);
  if (payment === null) throw noPayment();
  const asked = { streams: [`${FAMILIES[payment.kind].category}-${id}`], ids: [id] };
  const place = { position_commit: after, revision: LAST_OF_AN_APPEND };
  const news = await listEventsAbout(query, asked, { limit: 1, after: place });
  return { isChanged: news.length > 0, knownTo };
};
