import { rejection } from '../../../../aggregates/rejection';
import type { Sealed } from '../../../../aggregates/sealed';
import type { CreatedLink } from '../../../../commands/partner/create-link';
import type { LinkRow } from '../../../../read-models/partners/links';
import type { HttpDeps } from '../../deps';
import { brlNumber } from '../../request/shape/brl';
import type { LinkAnswer, PublicLink } from './links.dto';

type LinkDeps = Pick<HttpDeps, 'links' | 'settings' | 'clock'>;

const urlOf = ({ publicBaseUrl }: HttpDeps['settings'], code: string): string =>
  `${publicBaseUrl ?? ''}/api/v1/links/${code}`;

/** A new link in the partner's form, with its plaintext. */
export const createdLinkAnswer = (
  { settings }: Pick<HttpDeps, 'settings'>,
  held: Pick<LinkAnswer, 'invoiceCode' | 'assetId' | 'description'>,
  { linkCode, amountCents, createdAt, expiresAt }: CreatedLink,
): LinkAnswer => ({
  code: linkCode,
  ...held,
  amount: amountCents === null ? null : brlNumber(amountCents),
  currency: 'BRL',
  expiresAt,
  url: urlOf(settings, linkCode),
  status: 'ACTIVE',
  createdAt,
});

/** Throws NOT_FOUND when the content can no longer be opened. */
export const publicLink = async ({ links }: Pick<HttpDeps, 'links'>, row: LinkRow): Promise<PublicLink> => {
  const open = (sealed: object) => links.open(sealed as Sealed);
  const invoiceCode = await open(row.invoice_code);
  if (invoiceCode === null) throw rejection('NOT_FOUND', 'No such link');
  return {
    code: row.link_code,
    invoiceCode,
    amount: row.amount_cents === null ? null : brlNumber(BigInt(row.amount_cents)),
    currency: 'BRL',
    assetId: row.asset_id,
    description: row.description === null ? null : await open(row.description),
    expiresAt: row.expires_at,
  };
};

export const linkAnswer = async (deps: LinkDeps, row: LinkRow): Promise<LinkAnswer> => ({
  ...(await publicLink(deps, row)),
  url: urlOf(deps.settings, row.link_code),
  status: Date.parse(row.expires_at) > deps.clock.now() ? 'ACTIVE' : 'EXPIRED',
  createdAt: row.created_at,
});
