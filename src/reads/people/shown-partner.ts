import { rejection } from '../../../aggregates/rejection';
import type { Mode } from '../../../read-models/mode';
import { listApiKeys } from '../../../read-models/partners/api-keys';
import { findPartner, type PartnerRow } from '../../../read-models/partners/partners';
import { partnerReader } from '../../../read-models/reader';
import type { Query } from '../../../read-models/table';
import { findWebhookDestination } from '../../../read-models/webhooks/webhook-destinations';

const MODES: readonly Mode[] = ['live', 'sandbox'];

export const partnerItem = ({ partner_id: partnerId, name, status, onboarded_at: onboardedAt }: PartnerRow) => ({
  ...{ partnerId, name, status, onboardedAt },
});

/** Standing, terms, keys and destinations of a partner, without what opens anything. Refuses NOT_FOUND. */
export const shownPartner = async (query: Query, partnerId: string) => {
  const row = await findPartner(query, partnerId);
  if (row === null) throw rejection('NOT_FOUND', 'No such partner');
  const modes = await Promise.all(MODES.map((mode) => ofMode(query, partnerId, mode)));
  return { ...partnerItem(row), terms: termsOf(row), modes };
};

export type ShownPartner = Awaited<ReturnType<typeof shownPartner>>;

const termsOf = (row: PartnerRow) => ({
  ipAllowlist: row.ip_allowlist,
  features: row.features,
  feeMarkupBasisPoints: row.fee_markup_basis_points,
  requestsPerMinute: row.requests_per_minute,
  cashinDelivery: row.cashin_delivery,
  cashinPixKey: row.cashin_split_key?.pixKeyMasked ?? null,
});

const ofMode = async (query: Query, partnerId: string, mode: Mode) => {
  const reader = partnerReader(query, { partnerId, mode });
  const [keys, destination] = await Promise.all([listApiKeys(reader), findWebhookDestination(reader)]);
  return {
    mode,
    keys: keys.map(({ key_id: keyId, name, prefix, last4, status, created_at: createdAt, revoked_at: revokedAt }) => ({
      ...{ keyId, name, prefix, last4, status, createdAt, revokedAt },
    })),
    destination: destination === null ? null : { url: destination.url, events: destination.events },
  };
};
