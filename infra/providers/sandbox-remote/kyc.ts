import type { DocumentRegistry } from '../../../commands/ports/kyc/document-registry';
import type { KycProvider } from '../../../commands/ports/kyc/kyc-provider';
import { type Ask, about } from './call';
import { REMOTE_NAME } from './protocol';

/** The sandbox's KYC desk as a program of its own. */
export const remoteKyc = (ask: Ask): KycProvider => ({
  ...{ name: REMOTE_NAME, mode: 'sandbox', personTypes: ['PF', 'PJ'] },
  start: (context, request) => ask('kyc.start', context, [request]),
  get: async (context, id) =>
    about(await ask('kyc.get', context, [id]), ({ providerSessionId }) => providerSessionId === id),
  reopen: (context, id) => ask('kyc.reopen', context, [id]),
  find: (context, ref) => ask('kyc.find', context, [ref]),
  erase: (context, ref) => ask('kyc.erase', context, [ref]),
  health: (context) => ask('kyc.health', context, []),
});

/** What it serves is fixed: asking for that would make every choice of a registry a call. */
export const remoteRegistry = (ask: Ask, { supports }: Pick<DocumentRegistry, 'supports'>): DocumentRegistry => ({
  ...{ name: REMOTE_NAME, mode: 'sandbox', supports },
  lookUp: async (context, asked) =>
    about(
      await ask('registry.lookUp', context, [asked]),
      ({ type, number, country }) => type === asked.type && number === asked.number && country === asked.country,
    ),
});
