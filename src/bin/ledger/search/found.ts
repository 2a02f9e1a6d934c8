import type { StreamCategory } from '../../../../aggregates/stream';
import type { Found } from '../../../reads/search/found';

/** An operator's name for the owner of a stream. */
const KINDS: Readonly<Record<StreamCategory, string>> = {
  ...{ partner: 'partner', user: 'user', quote: 'quote', cashout: 'intent', deposit: 'deposit' },
  ...{ watcher: 'network', webhook: 'webhook', link: 'link', ledger: 'ledger', closing: 'closing' },
  ...{ operators: 'operators', console: 'sign-ins', peggedBalance: 'balance', withdrawal: 'withdrawal' },
  ...{ kycSession: 'KYC session', documentLookups: 'look-ups', cashin: 'cash-in', members: 'members' },
  refundTransfer: 'refund transfer',
  foundTransfer: 'found transfer',
  halts: 'halts',
  limit: 'limit of a payee',
};

export interface ShownFound extends Omit<Found, 'category'> {
  readonly kind: string;
}

export const shownFound = ({ category, ...found }: Found): ShownFound => ({
  kind: category === null ? 'stream' : KINDS[category],
  ...found,
});

export const foundLine = ({ kind, id, by, partnerId, mode, since }: ShownFound): string =>
  [kind.padEnd(8), id, `by ${by}`, mode ?? 'no mode', `partner ${partnerId ?? 'none'}`, `since ${since}`].join('  ');
