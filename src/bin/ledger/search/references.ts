import { FAMILIES } from '../../../../aggregates/families';
import { findReferred } from '../../../../read-models/operators/operator-lists';
import { MOST_OF_A_PAGE } from '../lists/paging';
import type { Finder } from './found';
import { KINDS } from './kinds';

/** The newest payments with exactly this partner reference, at most one page. */
export const byReference: Finder = async (session, text, partnerId) => {
  const rows = await findReferred(session.adapters.ports.query, { reference: text, partnerId, limit: MOST_OF_A_PAGE });
  return rows.map((row) => ({
    ...{ kind: KINDS[FAMILIES[row.kind].category], id: row.id, by: 'reference' },
    ...{ partnerId: row.partner_id, mode: row.mode, since: row.created_at },
  }));
};
