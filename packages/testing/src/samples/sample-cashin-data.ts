import type { CashinEvent } from '../../../../aggregates/cashin/events';
import type { EventOf } from '../../../../aggregates/events';
import type { CashinQuoteIssued, CashinTerms } from '../../../../aggregates/quote/events';
import { time } from './sample-time';

const sealed = (subjectId: string, box: string) => ({ sealed: 1, subjectId, box }) as const;

/** 27 units of a token of six decimals for R$ 150.00, payable until 12:05. */
const terms: CashinTerms = {
  ...{ userId: 'u1', partnerId: 'p1', mode: 'sandbox', deliveryMode: 'PLATFORM' },
  ...{ network: 'ethereum', assetId: 201, symbol: 'USDC', decimals: 6 },
  ...{ amountCents: '15000', exchangedCents: '14700', currency: 'BRL' },
  fees: {
    ...{ floorCents: '0', platformCents: '225', partnerCents: '75', networkCents: '0', totalCents: '300' },
    ...{ platformBasisPoints: 150, partnerBasisPoints: 50 },
  },
  ...{ amountBaseUnits: '27000000', minimumBaseUnits: '27000000', destination: '0xbb', deliveryProvider: 'sandbox' },
  split: { pixKey: sealed('p1', 'a2V5'), pixKeyMasked: '***@p.example', amountCents: '75' },
  expiresAt: time(300),
};

export const cashinQuoted: CashinQuoteIssued = {
  ...{ ...terms, intentId: 'cash1', quoteId: 'cq1', issuedAt: time(0) },
  priceContext: { pair: 'USDC/BRL', price: '5.44', asOf: time(0), sources: ['sandbox'], feeFloorCents: '100' },
};

export const cashinCreated: EventOf<'CashinIntentCreated'>['data'] = {
  ...{ ...terms, intentId: 'cash1', quoteId: 'cq1', chargeProvider: 'sandbox' },
  ...{ payer: sealed('u1', 'cGF5ZXI='), payerTaxIdMasked: '***.428.201-**', createdAt: time(10) },
};

const of = { intentId: 'cash1' } as const;
const ofPix = { ...of, endToEndId: 'E1' } as const;
const onChain = { assetId: 201, network: 'ethereum', amountBaseUnits: '27000000' } as const;
const ofDelivery = { ...of, ...onChain, deliveryId: 'delivery1', provider: 'sandbox' } as const;
const ofRefund = { ...ofPix, refundKey: 'refund1', provider: 'sandbox', amountCents: '15000' } as const;
const ofDispute = { ...ofPix, disputeId: 'dispute1', provider: 'sandbox', amountCents: '15000' } as const;
const end = { how: 'REFUNDED', endToEndId: 'E1', transfer: 'E2E-77' } as const;
const shown = {
  ...{ deliveryId: 'delivery1', symbol: 'USDC', network: 'ethereum', decimals: 6 },
  ...{ amountBaseUnits: '27000000', destination: '0xbb' },
} as const;

/** The sample of each event of a cash-in: an intent that went well, and its failures. */
export const CASHIN_DATA: { readonly [Type in CashinEvent['type'] | 'CashinQuoteIssued']: EventOf<Type>['data'] } = {
  CashinQuoteIssued: cashinQuoted,
  CashinIntentCreated: cashinCreated,
  ChargeCreated: {
    ...{ ...of, provider: 'sandbox', providerId: 'sbx_chg_1', txid: 'cash1', brCode: '000201', qrImageUrl: null },
    createdAt: time(11),
  },
  PixReceived: {
    ...{ ...ofPix, partnerId: 'p1', provider: 'sandbox', amountCents: '15000', feeCents: '0' },
    ...{ payerTaxIdMasked: '***.428.201-**', paidAt: time(60), receivedAt: time(62) },
  },
  PixAccepted: {
    ...{ ...ofPix, ...onChain, partnerId: 'p1', deliveryMode: 'PLATFORM', amountCents: '15000' },
    ...{ exchangedCents: '14700', fees: terms.fees, splitCents: '75', acceptedAt: time(62) },
  },
  SplitApplied: {
    ...{ ...of, partnerId: 'p1', provider: 'sandbox', deliveryMode: 'PLATFORM', amountCents: '75' },
    appliedAt: time(62),
  },
  DeliveryRequested: {
    ...{ ...ofDelivery, attempt: 1, minimumBaseUnits: '27000000', destination: '0xbb' },
    requestedAt: time(63),
  },
  DeliverySent: { ...ofDelivery, attempt: 1, txId: '0xd9', prepared: 'sbx_tx_1', workerId: 'w1', sentAt: time(64) },
  DeliveryConfirmed: {
    ...{ ...ofDelivery, deliveredBaseUnits: '27000000', debitedCents: null, networkFeeBaseUnits: '21000' },
    ...{ txId: '0xd9', blockTime: time(70), confirmedAt: time(80) },
  },
  DeliveryFailed: {
    ...{ ...ofDelivery, attempt: 1, wasSent: false, code: 'ACCOUNT_CLOSED', message: 'No trustline' },
    ...{ nextAttemptAt: null, failedAt: time(65) },
  },
  CashinCompleted: {
    ...{ ...ofPix, amountCents: '15000', currency: 'BRL', destination: '0xbb' },
    ...{ delivery: { ...shown, txId: '0xd9' }, splitApplied: true, splitCents: '75', completedAt: time(80) },
  },
  CashinExpired: { ...of, expiresAt: time(300), cancelledAt: time(301), askedAt: time(302), expiredAt: time(303) },
  CashinFailed: {
    ...{ ...of, partnerId: 'p1', reasonCode: 'ACCOUNT_CLOSED', reason: 'No trustline', deliveryMode: 'PLATFORM' },
    accepted: { endToEndId: 'E1', amountCents: '15000', exchangedCents: '14700', fees: terms.fees },
    ...{ splitAppliedCents: '75', assetId: 201, amountBaseUnits: '27000000', delivery: null, refundDue: true },
    failedAt: time(65),
  },
  ChargeRefundDue: { ...ofPix, partnerId: 'p1', amountCents: '15000', reason: 'DELIVERY_FAILED', dueAt: time(65) },
  ChargeRefundDispatched: { ...ofRefund, attempt: 1, workerId: 'w1', dispatchedAt: time(66), notAfter: time(81) },
  ChargeRefundUnknown: { ...ofPix, refundKey: 'refund1', reason: 'TIMEOUT', unknownAt: time(97) },
  ChargeRefundRejected: {
    ...{ ...ofRefund, code: 'INSUFFICIENT_FUNDS', message: 'Not now' },
    ...{ nextAttemptAt: time(130), rejectedAt: time(100) },
  },
  ChargeRefundDone: { ...ofRefund, reason: 'DELIVERY_FAILED', returnId: 'D1', doneAt: time(120) },
  DisputeOpened: { ...ofDispute, reason: 'FRAUD', openedAt: time(400) },
  DisputeWon: { ...ofDispute, wonAt: time(500) },
  DisputeLost: { ...ofDispute, wasDelivered: true, lostAt: time(500) },
  CashinContradicted: { ...of, about: 'E1', detail: 'came as 1 cents, after 15000', contradictedAt: time(410) },
  CashinDecisionProposed: { ...of, end, proposedBy: 'ana', proposedAt: time(7_300) },
  CashinProposalWithdrawn: { ...of, proposedBy: 'ana', withdrawnBy: 'bia', withdrawnAt: time(7_400) },
  CashinDecided: { ...of, end, proposedBy: 'ana', decidedBy: 'bob', decidedAt: time(7_400) },
  PixSettled: {
    ...{ ...of, endToEndId: 'E9', amountCents: '15000', provider: 'sandbox' },
    ...{ transfer: 'E2E-77', settledAt: time(7_500) },
  },
  CashinHeld: { ...of, heldAt: time(420), lostSince: time(0) },
  CashinReleased: { ...of, releasedAt: time(600) },
};
