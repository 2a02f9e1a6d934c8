import type { OfIntent } from '../../../../aggregates/cashout/events';
import type { EventOf } from '../../../../aggregates/events';
import type { PeggedBalanceEvent, PeggedDebit } from '../../../../aggregates/pegged-balance/events';
import type { WithdrawalTerms } from '../../../../aggregates/pegged-balance/terms';
import type { WithdrawalEvent } from '../../../../aggregates/withdrawal/events';
import { time } from './sample-time';

/** R$ 100.00 of a pegged asset of 18 decimals: R$ 1.00 of fees, R$ 99.00 paid out. */
export const withdrawalTerms: WithdrawalTerms = {
  withdrawId: 'wd1',
  userId: 'u1',
  partnerId: 'p1',
  mode: 'sandbox',
  network: 'ethereum',
  assetId: 301,
  symbol: 'BRLA',
  decimals: 18,
  wallet: '0xcc',
  amountBaseUnits: '100000000000000000000',
  grossCents: '10000',
  fees: {
    floorCents: '100',
    platformCents: '0',
    partnerCents: '0',
    networkCents: '0',
    totalCents: '100',
    platformBasisPoints: 0,
    partnerBasisPoints: 0,
  },
  payout: {
    kind: 'PIX_KEY',
    instruction: { sealed: 1, subjectId: 'u1', box: 'Ym94' },
    amountCents: '9900',
    destinationMasked: '***@x.example',
  },
  currency: 'BRL',
  redemption: 'sandbox',
};

export const debit: PeggedDebit = {
  to: 'TREASURY',
  debitId: 'ethereum:0xe1:0',
  network: 'ethereum',
  txid: '0xe1',
  assetId: 301,
  wallet: '0xcc',
  receiver: '0xee',
  amountBaseUnits: '100000000000000000000',
  blockNumber: '101',
  blockTime: time(70),
  gasBaseUnits: null,
  issuerCents: null,
};

const withdrawId = 'wd1';
const ofAsset = { withdrawId, assetId: 301, amountBaseUnits: withdrawalTerms.amountBaseUnits } as const;
const ofKey = { withdrawId, redemptionKey: 'redemption1' } as const;
const found = { txid: '0xe9', assetId: 301, amountBaseUnits: '99000000000000000000' } as const;
const { symbol, decimals, redemption, grossCents, fees, network } = withdrawalTerms;

type Own = Exclude<(PeggedBalanceEvent | WithdrawalEvent)['type'], SharedType>;

/** Types that a cash-out's stream holds too. */
type SharedType = Extract<WithdrawalEvent['type'], `Payout${string}` | 'ReturnResolved' | `Refund${string}`>;

/** The sample of each event of a withdrawal and its wallet. */
export const WITHDRAWAL_DATA: { readonly [Type in Own]: Exclude<EventOf<Type>['data'], OfIntent> } = {
  BalanceReserved: {
    ...withdrawalTerms,
    reading: {
      balanceBaseUnits: '300000000000000000000',
      allowanceBaseUnits: '300000000000000000000',
      blockNumber: '100',
    },
    reservedAt: time(60),
  },
  BalanceCaptured: { ...ofAsset, capturedAt: time(62) },
  PeggedDebitSettled: {
    ...{ withdrawId, partnerId: 'p1', symbol, decimals, redemption, debit, grossCents, fees },
    netCents: '9900',
    settledAt: time(79),
  },
  BalanceReleased: { ...ofAsset, reason: 'FAILED', releasedAt: time(79) },
  WithdrawalRequested: { ...withdrawalTerms, requestedAt: time(61) },
  WithdrawalAbandoned: { withdrawId, abandonedAt: time(120) },
  RedemptionSent: {
    ...{ ...ofKey, redemption, network, txid: '0xe1', nonce: '7', order: { sealed: 1, subjectId: 'u1', box: 'dHg=' } },
    ...{ workerId: 'w1', sentAt: time(63) },
  },
  RedemptionUnknown: { ...ofKey, reason: 'TIMEOUT', unknownAt: time(70) },
  RedemptionSettled: { ...ofKey, debit, settledAt: time(80) },
  RedemptionFailed: { ...ofKey, code: 'REVERTED', message: 'The transfer was reverted', failedAt: time(78) },
  RedemptionContradicted: { ...ofKey, detail: 'debited asset 302', contradictedAt: time(79) },
  RedemptionDecisionProposed: { ...ofKey, debited: found, proposedBy: 'ana', proposedAt: time(7_300) },
  RedemptionProposalWithdrawn: { withdrawId, proposedBy: 'ana', withdrawnBy: 'bia', withdrawnAt: time(7_400) },
  RedemptionDecided: { ...ofKey, debited: found, proposedBy: 'ana', decidedBy: 'bob', decidedAt: time(7_400) },
  WithdrawalCompleted: {
    withdrawId,
    ...{ providerId: 'sbx_1', endToEndId: 'E1', receiptUrl: null },
    ...{ grossCents, feeCents: '100', netCents: '9900', currency: 'BRL', completedAt: time(95) },
  },
  WithdrawalFailed: {
    withdrawId,
    ...{ reasonCode: 'REVERTED', reason: 'The transfer was reverted', refundDue: false, failedAt: time(78) },
  },
};
