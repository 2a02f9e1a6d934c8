import { FAMILIES } from '../../../aggregates/families';
import { findPartnersNamed } from '../../../read-models/operators/operator-lists';
import { findNamed, type NamedBy } from '../../../read-models/operators/payment-names';
import type { Finder, Found } from './found';

const MOST_NAMED = 200;

const BY: Readonly<Record<NamedBy, Found['by']>> = {
  END_TO_END_ID: 'end-to-end id',
  CHARGE: 'charge',
  TRANSACTION: 'transaction',
  REFERENCE: 'reference',
};

/** As typed and in lower case: hexadecimal ids are stored in lower case. */
export const spellings = (text: string): readonly string[] => [...new Set([text, text.toLowerCase()])];

/** The newest payments with exactly this name. */
export const byName: Finder = async ({ query }, text, partnerId) => {
  const rows = await findNamed(query, spellings(text), partnerId, MOST_NAMED);
  return rows.map((row) => ({
    ...{ category: FAMILIES[row.kind].category, id: row.payment_id, by: BY[row.named_by] },
    ...{ partnerId: row.partner_id, mode: row.mode, since: row.since },
  }));
};

export const byPartnerName: Finder = async ({ query }, text, partnerId) => {
  const rows = await findPartnersNamed(query, text);
  return rows
    .filter((row) => partnerId === null || row.partner_id === partnerId)
    .map((row) => ({
      ...{ category: 'partner', id: row.partner_id, by: 'name', partnerId: row.partner_id },
      ...{ mode: null, since: row.onboarded_at },
    }));
};
