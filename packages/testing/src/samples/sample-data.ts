import type { ExpiryEvidence } from '../../../../aggregates/cashout/events';
import type { Movement } from '../../../../aggregates/chain';
import type { EventOf, EventType } from '../../../../aggregates/events';
import type { QuoteIssued } from '../../../../aggregates/quote/events';
import type { Sealed } from '../../../../aggregates/sealed';
import type { Sample } from './sample';
import { CASHIN_DATA } from './sample-cashin-data';
import { DEPOSIT_DATA } from './sample-deposit-data';
import { KYC_DATA } from './sample-kyc-data';
import { LEDGER_DATA } from './sample-ledger-data';
import { time } from './sample-time';
import { TROUBLE_DATA } from './sample-trouble-data';
import { USER_DATA } from './sample-user-data';
import { WATCHER_DATA } from './sample-watcher-data';
import { WITHDRAWAL_DATA } from './sample-withdrawal-data';

export { time };

export const sealed = (subjectId: string, box = 'Ym94'): Sealed => ({ sealed: 1, subjectId, box });

const partner = { partnerId: 'p1' } as const;
const sandbox = { ...partner, mode: 'sandbox' } as const;
const member = { ...partner, memberId: 'member1' } as const;

/** 25 units of a token of six decimals for R$ 150.00, payable until 12:05. */
const terms = {
  quoteId: 'q1',
  intentId: 'cid1',
  userId: 'u1',
  ...sandbox,
  network: 'ethereum',
  assetId: 201,
  symbol: 'USDC',
  decimals: 6,
  amountBaseUnits: '25000000',
  receiver: '0xaa',
  sender: null,
  memo: 'lastro:cid1',
  payout: { kind: 'PIX_BRCODE', instruction: sealed('u1'), amountCents: '15000', destinationMasked: '***@x.example' },
  fees: {
    floorCents: '0',
    platformCents: '225',
    partnerCents: '0',
    networkCents: '0',
    totalCents: '225',
    platformBasisPoints: 150,
    partnerBasisPoints: 0,
  },
  totalCents: '15225',
  currency: 'BRL',
  expiresAt: time(300),
  blockTimeToleranceSeconds: 30,
} as const;

export const quoteIssued: QuoteIssued = {
  ...terms,
  salt: '0'.repeat(64),
  priceContext: { pair: 'USDC/BRL', price: '5.40', asOf: time(0), sources: ['sandbox'] },
  externalId: null,
  issuedAt: time(0),
};

export const intentCreated: EventOf<'CashoutIntentCreated'>['data'] = { ...terms, createdAt: time(10) };

/** The transfer that pays the intent exactly, 60 s after noon. */
export const movement: Movement = {
  network: 'ethereum',
  txid: '0xd1',
  position: '0',
  assetId: 201,
  contract: '0xcc',
  amountBaseUnits: '25000000',
  sender: '0xbb',
  receiver: '0xaa',
  memos: ['lastro:cid1'],
  movements: 1,
  unsupported: null,
  blockNumber: '100',
  blockHash: '0xb100',
  blockTime: time(60),
};

/** The network was seen past the deadline, and nothing may pay the intent any more. */
export const expiryEvidence: ExpiryEvidence = {
  watermark: time(331),
  lookedAt: time(335),
  ...{ holds: 0, unread: 0 },
  graceSeconds: 600,
  ceilingSeconds: 86_400,
};

const deposit = { depositId: 'ethereum:0xd1:0' } as const;
const attempt = { intentId: 'cid1', attempt: 1, providerKey: 'key1' } as const;
const paid = {
  intentId: 'cid1',
  providerId: 'sbx_1',
  endToEndId: 'E1',
  receiptUrl: null,
  amountCents: '15000',
} as const;
const outcome = { deliveryId: 'evt_1', ...sandbox, attempts: 1, at: time(110) } as const;
const kept = { provider: 'sandbox', feeCents: '0' } as const;

/** The sample of each event: a payment that went well, and its failures. */
export const SAMPLE_DATA: { readonly [Type in EventType]: Sample<Type>['data'] } = {
  PartnerOnboarded: { ...partner, name: 'Acme', onboardedAt: time(-900) },
  PartnerSuspended: { ...partner, reason: 'review', suspendedAt: time(-800) },
  PartnerReinstated: { ...partner, reason: 'reviewed', reinstatedAt: time(-700) },
  PartnerRevoked: { ...partner, reason: 'left', revokedAt: time(900) },
  ApiKeyIssued: {
    ...{ ...sandbox, keyId: 'k1', keyHash: 'ab'.repeat(32), prefix: 'sk_live_abcd' },
    ...{ last4: 'wxyz', name: 'first', issuedAt: time(-890) },
  },
  ApiKeyRevoked: { ...partner, keyId: 'k1', revokedAt: time(800) },
  HmacSecretIssued: { ...sandbox, signingKey: sealed('p1', 'aG1hYw=='), issuedAt: time(-880) },
  WebhookSecretRotated: { ...sandbox, secret: sealed('p1', 'd2hz'), rotatedAt: time(-870), previousValidUntil: null },
  DestinationRegistered: {
    ...{ ...sandbox, url: 'https://partner.example/hook', events: [] },
    headers: sealed('p1', 'aGRycw=='),
    headerNames: ['X-Token'],
    registeredAt: time(-860),
  },
  DestinationRemoved: { ...sandbox, removedAt: time(700) },
  PartnerTermsChanged: { ...partner, feeMarkupBasisPoints: 50, changedAt: time(-850) },
  PartnerMemberInvited: { ...member, email: sealed('member1'), role: 'owner', invitedAt: time(-840) },
  PartnerMemberJoined: { ...member, joinedAt: time(-830) },
  PartnerMemberRoleChanged: { ...member, role: 'developer', changedAt: time(-820) },
  PartnerMemberRemoved: { ...member, removedAt: time(800) },
  UserRegistered: {
    userId: 'u1',
    ...sandbox,
    externalUserId: sealed('u1', 'ZXh0'),
    wallet: { pubkey: '0xbb', blockchain: 'ethereum' },
    registeredAt: time(-600),
  },
  WalletLinked: { userId: 'u1', wallet: { pubkey: '0xb2', blockchain: 'polygon' }, linkedAt: time(-590) },
  WalletChanged: {
    ...{ userId: 'u1', before: { pubkey: '0xb2', blockchain: 'polygon' }, kycStatus: 'PENDING' },
    ...{ after: { pubkey: '0xb3', blockchain: 'ethereum' }, changedAt: time(-588) },
  },
  ExternalIdChanged: {
    ...{ userId: 'u1', before: sealed('u1', 'ZXh0'), kycStatus: 'PENDING' },
    ...{ after: sealed('u1', 'bmV4dA=='), changedAt: time(-586) },
  },
  ...USER_DATA,
  QuoteIssued: quoteIssued,
  CashoutIntentCreated: intentCreated,
  DepositAccepted: {
    intentId: 'cid1',
    memo: 'lastro:cid1',
    ...deposit,
    network: 'ethereum',
    txid: '0xd1',
    assetId: 201,
    symbol: 'USDC',
    decimals: 6,
    amountBaseUnits: '25000000',
    sender: '0xbb',
    blockTime: time(60),
    acceptedAt: time(80),
  },
  ExpiryHeld: {
    ...{ intentId: 'cid1', memo: 'lastro:cid1' },
    ...{ evidence: { ...expiryEvidence, holds: 1 }, heldAt: time(86_731) },
  },
  CashoutExpired: {
    intentId: 'cid1',
    memo: 'lastro:cid1',
    expiresAt: time(300),
    cause: 'WATERMARK',
    evidence: expiryEvidence,
    expiredAt: time(340),
  },
  PayoutRequested: { ...attempt, amountCents: '15000', requestedAt: time(81) },
  PayoutDeferred: { ...attempt, provider: 'sandbox', reason: 'ABOVE_LIMIT', deferredAt: time(82) },
  PayoutDispatched: { ...attempt, provider: 'sandbox', workerId: 'w1', dispatchedAt: time(82), notAfter: time(97) },
  PayoutOutcomeUnknown: { ...attempt, reason: 'TIMEOUT', unknownAt: time(90) },
  PayoutRejected: {
    ...{ ...attempt, code: 'KEY_NOT_FOUND', message: 'No such key' },
    ...{ nextAttemptAt: null, rejectedAt: time(85) },
  },
  PayoutSettled: { ...paid, ...kept, attempt: 1, providerKey: 'key1', settledAt: time(95) },
  ...TROUBLE_DATA,
  PayoutReturned: { ...kept, intentId: 'cid1', providerKey: 'key1', amountCents: '15000', returnedAt: time(200) },
  PayoutContradicted: {
    intentId: 'cid1',
    providerKey: 'key1',
    settledNow: false,
    detail: 'REJECTED after the intent had been completed',
    contradictedAt: time(210),
  },
  GiftCardRevealed: { intentId: 'cid1', revealedAt: time(220) },
  CashoutCompleted: { ...paid, currency: 'BRL', completedAt: time(95) },
  CashoutFailed: {
    intentId: 'cid1',
    reasonCode: 'KEY_NOT_FOUND',
    reason: 'No such key',
    attempts: 1,
    refundDue: true,
    failedAt: time(85),
  },
  RefundDue: {
    intentId: 'cid1',
    ...deposit,
    assetId: 201,
    amountBaseUnits: '25000000',
    to: '0xbb',
    reason: 'PAYOUT_FAILED',
    dueAt: time(85),
  },
  DepositObserved: { ...movement, ...deposit, observedAt: time(61) },
  DepositFinalised: { ...movement, ...deposit, finalisedAt: time(78) },
  ...DEPOSIT_DATA,
  ...WATCHER_DATA,
  WebhookDelivered: { ...outcome, status: 200 },
  WebhookExhausted: { ...outcome, lastError: 'connection refused' },
  WebhookCancelled: { ...outcome, reason: 'destination removed' },
  WebhookTestRequested: { ...sandbox, deliveryId: outcome.deliveryId, requestedAt: time(100) },
  WebhookReplayRequested: { ...sandbox, deliveryId: outcome.deliveryId, requestedAt: time(120) },
  LinkCreated: {
    ...sandbox,
    linkCode: 'link1',
    invoiceCode: sealed('p1', 'Y29kZQ=='),
    amountCents: '15000',
    assetId: 201,
    description: sealed('p1', 'bGFi'),
    createdAt: time(0),
    expiresAt: time(3600),
  },
  LinkRemoved: { ...sandbox, linkCode: 'link1', removedAt: time(130) },
  ...{ ...WITHDRAWAL_DATA, ...LEDGER_DATA, ...KYC_DATA, ...CASHIN_DATA },
};
