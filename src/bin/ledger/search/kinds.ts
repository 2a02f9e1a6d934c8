import type { StreamCategory } from '../../../../aggregates/stream';

/** What an operator calls the owner of a stream. */
export const KINDS: Readonly<Record<StreamCategory, string>> = {
  ...{ partner: 'partner', user: 'user', quote: 'quote', cashout: 'intent', deposit: 'deposit' },
  ...{ watcher: 'network', webhook: 'webhook', link: 'link', ledger: 'ledger', closing: 'closing' },
  ...{ operators: 'operators', peggedBalance: 'balance', withdrawal: 'withdrawal' },
  ...{ kycSession: 'KYC session', documentLookups: 'look-ups', cashin: 'cash-in' },
  refundTransfer: 'refund transfer',
  foundTransfer: 'found transfer',
};
