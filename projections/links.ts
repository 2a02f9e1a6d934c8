import type { LinkEvent } from '../aggregates/link/events';
import type { StreamPrefix } from '../aggregates/stream';
import { links } from '../read-models/partners/links';
import type { SealedValue } from '../read-models/partners/partner-secrets';
import { applyWith, type Handlers, keyOf, type Projection, patch, put } from './projection';

const sealedValue = (value: object): SealedValue => value as SealedValue;

const handlers: Handlers<LinkEvent> = {
  LinkCreated: ({ data, position }) => [
    put(links, {
      link_code: data.linkCode,
      partner_id: data.partnerId,
      mode: data.mode,
      invoice_code: sealedValue(data.invoiceCode),
      amount_cents: data.amountCents,
      asset_id: data.assetId,
      description: data.description === null ? null : sealedValue(data.description),
      position_commit: position.commit.toString(),
      created_at: data.createdAt,
      expires_at: data.expiresAt,
      removed_at: null,
    }),
  ],
  LinkRemoved: ({ data }, get) => patch(links, get, data.linkCode, { removed_at: data.removedAt }),
};

export const linksProjection: Projection<'links', StreamPrefix> = {
  name: 'links',
  isAwaited: true,
  tables: [links],
  streamPrefixes: ['link-'],
  keys: ({ data }) => ('linkCode' in data ? [keyOf(links, data.linkCode)] : []),
  apply: applyWith(handlers),
};
