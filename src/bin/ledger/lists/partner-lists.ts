import type { Command } from 'commander';
import type { Mode } from '../../../../aggregates/partner/events';
import { rejection } from '../../../../aggregates/rejection';
import { listPartners } from '../../../../read-models/operators/operator-lists';
import { listApiKeys } from '../../../../read-models/partners/api-keys';
import { findPartner, type PartnerRow } from '../../../../read-models/partners/partners';
import { partnerReader } from '../../../../read-models/reader';
import type { Query } from '../../../../read-models/table';
import { findWebhookDestination } from '../../../../read-models/webhooks/webhook-destinations';
import { inSession, print } from '../operator';
import { type PageOptions, pageOf, printPage, withPaging } from './paging';

const MODES: readonly Mode[] = ['live', 'sandbox'];

/** `ledger partner list|show`. */
export const addPartnerLists = (partner: Command): void => {
  withPaging(partner.command('list')).description('the partners, newest first').action(list);
  partner
    .command('show <partnerId>')
    .description('standing, terms, keys and destinations of a partner, without what opens anything')
    .option('--json', 'print nothing but JSON on stdout')
    .action(show);
};

const itemOf = ({ partner_id, name, status, onboarded_at }: PartnerRow) => ({
  ...{ partnerId: partner_id, name, status },
  onboardedAt: onboarded_at,
});

const list = async (options: PageOptions): Promise<void> =>
  inSession(async ({ adapters }) => {
    const rows = await listPartners(adapters.ports.query, options);
    const page = pageOf(rows, options.limit, { cursorOf: ({ partner_id: id }) => id, itemOf });
    printPage(options, page, {
      lineOf: ({ partnerId, status, onboardedAt, name }) =>
        `${partnerId}  ${status.padEnd(9)}  ${onboardedAt}  ${name}`,
      none: 'No partners',
    });
  });

const show = async (partnerId: string, options: { readonly json?: boolean }): Promise<void> =>
  inSession(async ({ adapters }) => {
    const { query } = adapters.ports;
    const row = await findPartner(query, partnerId);
    if (row === null) throw rejection('NOT_FOUND', 'No such partner');
    const modes = await Promise.all(MODES.map((mode) => ofMode(query, partnerId, mode)));
    const shown = { ...itemOf(row), ...termsOf(row), modes };
    print(options.json, shown, [
      `${shown.partnerId}  ${shown.name}`,
      `${shown.status}, onboarded at ${shown.onboardedAt}`,
      ...Object.entries(termsOf(row)).map(([name, term]) => `${name}  ${JSON.stringify(term)}`),
      ...modes.map(
        ({ mode, liveKeys, destination }) =>
          `${mode}  ${liveKeys} live keys, webhooks to ${destination?.url ?? 'nobody'}`,
      ),
    ]);
  });

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
    liveKeys: keys.filter(({ status }) => status === 'ACTIVE').length,
    destination: destination === null ? null : { url: destination.url, events: destination.events },
  };
};
