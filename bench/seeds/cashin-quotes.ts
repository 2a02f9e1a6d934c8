import { randomUUID } from 'node:crypto';
import type { CashinQuoteIssued } from '../../aggregates/quote/events';
import { type NewStream, PARTNER, propose } from './ledger';
import { COIN } from './quotes';

const WINDOW_MS = 3_600_000;
const DESTINATION = '0x00000000000000000000000000000000c0ffee02';

/** Terms of a quote of a cash-in of R$ 150.00, valid for an hour. */
export const cashinQuoteTerms = (userId: string): CashinQuoteIssued => {
  const now = Date.now();
  return {
    ...{ quoteId: randomUUID(), intentId: randomUUID(), userId, ...PARTNER, ...COIN, deliveryMode: 'PLATFORM' },
    ...{ amountCents: '15000', exchangedCents: '14778', currency: 'BRL' },
    fees: {
      ...{ floorCents: '0', platformCents: '222', partnerCents: '0', networkCents: '0', totalCents: '222' },
      ...{ platformBasisPoints: 150, partnerBasisPoints: 0 },
    },
    ...{ amountBaseUnits: '10110837438423645', minimumBaseUnits: '10110837438423645', destination: DESTINATION },
    ...{ deliveryProvider: 'sandbox', split: null },
    priceContext: { pair: 'ETH/BRL', price: '14616.00', asOf: new Date(now).toISOString(), sources: ['sandbox'] },
    issuedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + WINDOW_MS).toISOString(),
  };
};

export const cashinQuoteStream = (terms: CashinQuoteIssued): NewStream => ({
  stream: `quote-${terms.quoteId}`,
  events: [propose({ type: 'CashinQuoteIssued', data: terms }, terms.userId, terms.quoteId)],
});
