import type { PaymentPage } from '../../../packages/console/operators/api/payments';
import type { OpsAmount, OpsEvent, OpsMoneyIn, OpsMoneyOut, OpsPayment } from '../../../packages/console/wire';

export const reais = (cents: string): OpsAmount => ({ baseUnits: cents, decimals: 2, symbol: 'BRL', assetId: null });
export const ether = (wei: string): OpsAmount => ({ baseUnits: wei, decimals: 18, symbol: 'ETH', assetId: 7 });

export const time = (second: number): string => new Date(Date.UTC(2026, 10, 28, 13, 15, second)).toISOString();

export const deposit: OpsMoneyIn = {
  ...{ what: 'DEPOSIT', id: 'ethereum:0xaa:3', status: 'MATCHED', amount: ether('15000000000000000') },
  ...{ isAccepted: true, reason: null, label: null, from: '0xsender', to: '0xreceiver', network: 'ethereum' },
  ...{ txHash: '0xaa', blockNumber: '19000000', memos: ['memo1'], at: time(10) },
};

export const payout: OpsMoneyOut = {
  ...{ what: 'PAYOUT', id: 'key1', status: 'SETTLED', attempt: 1, amount: reais('123456'), provider: 'bank' },
  ...{ code: null, to: '***.456.789-**', endToEndId: 'E2026', network: null, txHash: null },
  ...{ requestedAt: time(20), updatedAt: time(25) },
};

export const payment: OpsPayment = {
  ...{ id: 'bafyintent0000000000000001', kind: 'CASHOUT', mode: 'sandbox', status: 'COMPLETED', reasonCode: null },
  ...{ labels: [], isHeld: false, possibleDecisions: [] },
  ...{ partner: { partnerId: 'partner1', name: 'Corretora', status: 'ACTIVE' } },
  terms: {
    ...{ quoteId: 'quote1', reference: 'order-9', network: 'ethereum', crypto: ether('15000000000000000') },
    ...{ total: reais('124000'), fee: reais('544'), net: reais('123456'), receiver: '0xreceiver', memo: 'memo1' },
    delivery: null,
  },
  people: {
    ...{ userId: 'user1', kycStatus: 'APPROVED', isErased: false, hasExternalId: true, payerMasked: null },
    payee: { kind: 'PIX_KEY', shown: '***.456.789-**' },
  },
  steps: [
    { step: 'QUOTED', at: time(0) },
    { step: 'WAITING', at: time(1) },
    { step: 'SEEN', at: time(10) },
    { step: 'FINAL', at: time(12) },
    { step: 'MATCHED', at: time(13) },
    { step: 'SENT', at: time(20) },
    { step: 'PAID', at: time(25) },
  ],
  ...{ moneyIn: [deposit], moneyOut: [payout], refund: null, receipts: [], webhooks: [] },
  ...{ createdAt: time(1), expiresAt: time(55), confirmedAt: time(13), completedAt: time(25), updatedAt: time(25) },
  ...{ revision: 5, knownTo: '900', asOf: null },
};

export const event = (number: number, differences: Partial<OpsEvent> = {}): OpsEvent => ({
  ...{ eventId: `event${number}`, position: String(number), stream: 'cashout-bafy', revision: number },
  ...{ type: 'PayoutReleased', at: time(number), actor: { kind: 'system', id: 'payouts' }, reason: null },
  ...{ causationId: 'cause1', cause: null, requestId: null, depositId: null, data: {} },
  ...differences,
});

export const page = (differences: Partial<OpsPayment> = {}, events: readonly OpsEvent[] = []): PaymentPage => ({
  payment: { ...payment, ...differences },
  explanation: { status: 'COMPLETED', because: 'It was paid.', movesWhen: [], heldBy: [], deposits: [] },
  timeline: { events, nextCursor: null },
  moments: events,
});
