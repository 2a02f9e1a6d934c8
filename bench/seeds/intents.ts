import { randomBytes, randomUUID } from 'node:crypto';
import type { CashoutEvent, CashoutIntentCreated } from '../../aggregates/cashout/events';
import type { Sealed } from '../../aggregates/sealed';
import { providerKeyOf } from '../../commands/handling/deterministic-ids';
import { type NewStream, propose } from './ledger';
import { quoteTerms } from './quotes';

/** Terms of an intent that is created from a new quote. */
export const intentTerms = (userId: string): CashoutIntentCreated => {
  const { salt, priceContext, externalId, issuedAt, ...shared } = quoteTerms(userId);
  return { ...shared, createdAt: issuedAt };
};

/** An unpaid intent, payable up to `expiresAt` plus the tolerance of its quote. */
export const openIntentStream = (userId: string, expiresAt: string): NewStream => {
  const intent: CashoutIntentCreated = { ...intentTerms(userId), expiresAt };
  const { intentId, quoteId } = intent;
  const created = propose({ type: 'CashoutIntentCreated', data: intent }, userId, quoteId);
  return { stream: `cashout-${intentId}`, events: [created] };
};

/** Paid, and to be paid out: nothing has been sent yet. */
export const requestedPayoutStream = (userId: string, instruction: Sealed): NewStream => {
  const terms = intentTerms(userId);
  const intent: CashoutIntentCreated = { ...terms, payout: { ...terms.payout, instruction } };
  const { intentId, quoteId } = intent;
  const events = completed(intent).slice(0, REQUESTED_EVENTS);
  return { stream: `cashout-${intentId}`, events: events.map((event) => propose(event, userId, quoteId)) };
};

/** Count of the events before the payout is sent, of the five events of a payment. */
const REQUESTED_EVENTS = 3;

export const completedIntentStream = (userId: string): NewStream => {
  const intent = intentTerms(userId);
  const { intentId, quoteId } = intent;
  return {
    stream: `cashout-${intentId}`,
    events: completed(intent).map((event) => propose(event, userId, quoteId)),
  };
};

const completed = (intent: CashoutIntentCreated): readonly CashoutEvent[] => {
  const { intentId, payout, createdAt: at } = intent;
  const { amountCents } = payout;
  const attempt = { intentId, attempt: 1, providerKey: providerKeyOf(intentId, 1) } as const;
  const paid = {
    ...{ intentId, providerId: `sbx_${randomUUID()}`, amountCents, receiptUrl: null },
    endToEndId: `E${randomBytes(15).toString('hex')}`,
  };
  return [
    { type: 'CashoutIntentCreated', data: intent },
    { type: 'DepositAccepted', data: accepted(intent) },
    { type: 'PayoutRequested', data: { ...attempt, amountCents, requestedAt: at } },
    { type: 'PayoutSettled', data: { ...attempt, ...paid, provider: 'sandbox', feeCents: '0', settledAt: at } },
    { type: 'CashoutCompleted', data: { ...paid, currency: 'BRL', completedAt: at } },
  ];
};

const accepted = (intent: CashoutIntentCreated) => {
  const { intentId, memo, network, assetId, symbol, decimals, amountBaseUnits, createdAt } = intent;
  const txid = `0x${randomBytes(32).toString('hex')}`;
  return {
    ...{ intentId, memo, network, assetId, symbol, decimals, amountBaseUnits, txid },
    depositId: `${network}:${txid}:0`,
    sender: `0x${randomBytes(20).toString('hex')}`,
    blockTime: createdAt,
    acceptedAt: createdAt,
  } as const;
};
