import type { Command } from 'commander';
import { listPartners } from '../../../../read-models/operators/operator-lists';
import { partnerItem, shownPartner } from '../../../reads/people/shown-partner';
import { inSession, print } from '../operator';
import { type PageOptions, pageOf, printPage, withPaging } from './paging';

export const addPartnerLists = (partner: Command): void => {
  withPaging(partner.command('list')).description('the partners, newest first').action(list);
  partner
    .command('show <partnerId>')
    .description('show status, terms, keys and destinations of a partner, without secrets')
    .option('--json', 'print only JSON on stdout')
    .action(show);
};

const list = async (options: PageOptions): Promise<void> =>
  inSession(async ({ adapters }) => {
    const rows = await listPartners(adapters.ports.query, options);
    const page = pageOf(rows, options.limit, { cursorOf: ({ partner_id: id }) => id, itemOf: partnerItem });
    printPage(options, page, {
      lineOf: ({ partnerId, status, onboardedAt, name }) =>
        `${partnerId}  ${status.padEnd(9)}  ${onboardedAt}  ${name}`,
      none: 'No partners',
    });
  });

const show = async (partnerId: string, options: { readonly json?: boolean }): Promise<void> =>
  inSession(async ({ adapters }) => {
    const { terms, modes: all, ...partner } = await shownPartner(adapters.ports.query, partnerId);
    const modes = all.map(({ mode, keys, destination }) => ({
      ...{ mode, liveKeys: keys.filter(({ status }) => status === 'ACTIVE').length, destination },
    }));
    print(options.json, { ...partner, ...terms, modes }, [
      `${partner.partnerId}  ${partner.name}`,
      `${partner.status}, onboarded at ${partner.onboardedAt}`,
      ...Object.entries(terms).map(([name, term]) => `${name}  ${JSON.stringify(term)}`),
      ...modes.map(
        ({ mode, liveKeys, destination }) =>
          `${mode}  active keys: ${liveKeys}, webhook destination: ${destination?.url ?? 'none'}`,
      ),
    ]);
  });
