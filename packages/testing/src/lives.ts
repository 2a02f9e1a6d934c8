import fc from 'fast-check';
import type { CashinQuoteCommand } from '../../../aggregates/quote/cashin-quote';
import { cashinCommands } from './arbitraries/cashin-commands';
import {
  cashoutCommands,
  linkCommands,
  partnerCommands,
  quoteCommands,
  userCommands,
  watcherCommands,
  webhookCommands,
} from './arbitraries/commands';
import { depositCommands } from './arbitraries/deposit-commands';
import { kycSessionCommands } from './arbitraries/kyc-commands';
import { many } from './arbitraries/parts';
import { balanceCommands, payoutCommands, withdrawalCommands } from './arbitraries/withdrawal-commands';
import type { DeciderName } from './decider';
import { cashinQuoted } from './samples/sample-cashin-data';

export interface Life {
  readonly commands: fc.Arbitrary<readonly { readonly type: string }[]>;
  /** Where each status may lead, at once or over others; a status that leads nowhere is terminal. */
  readonly roads: Readonly<Record<string, readonly string[]>>;
  /** Commands that happen anew each time that they are given, because each time is news. */
  readonly repeatable?: readonly string[];
  /** The event that brings the money, and the events that need it. */
  readonly funds?: { readonly by: string; readonly spentIn: RegExp };
}

const known = ['ACTIVE', 'SUSPENDED', 'REVOKED'];
const resolved = ['CLAIMED', 'MATCHED', 'UNMATCHED'];
const sent = ['REQUESTED', 'DISPATCHED', 'UNKNOWN', 'REJECTED', 'SETTLED', 'FAILED'];
const PAYOUT = /^Payout(Requested|Dispatched|Settled)$/;

const cashinQuoteCommands = many<CashinQuoteCommand>(
  fc.constantFrom('1', '2').map((amountBaseUnits) => ({
    type: 'IssueCashinQuote',
    terms: { ...cashinQuoted, amountBaseUnits },
  })),
);

export const LIVES: Readonly<Record<DeciderName, Life>> = {
  partner: {
    commands: partnerCommands,
    roads: { NONE: known, ACTIVE: known, SUSPENDED: known, REVOKED: [] },
    repeatable: ['IssueHmacSecret', 'RotateWebhookSecret', 'RegisterDestination', 'ChangeTerms'],
  },
  user: {
    commands: userCommands,
    roads: { NONE: ['ACTIVE'], ACTIVE: ['BLOCKED'], BLOCKED: ['ACTIVE', 'ERASED'], ERASED: [] },
    // Each reading is recorded.
    repeatable: ['OpenPersonalData'],
  },
  quote: { commands: quoteCommands, roads: { NONE: ['ISSUED'], ISSUED: [] } },
  cashinQuote: { commands: cashinQuoteCommands, roads: { NONE: ['ISSUED'], ISSUED: [] } },
  cashout: {
    commands: cashoutCommands,
    roads: {
      NONE: ['PENDING'],
      PENDING: ['PROCESSING', 'EXPIRED'],
      PROCESSING: ['COMPLETED', 'FAILED'],
      ...{ COMPLETED: [], FAILED: [], EXPIRED: [] },
    },
    funds: { by: 'DepositAccepted', spentIn: PAYOUT },
  },
  cashin: {
    commands: cashinCommands,
    roads: { NONE: ['ACTIVE'], ACTIVE: ['COMPLETED', 'EXPIRED', 'FAILED'], COMPLETED: [], EXPIRED: [], FAILED: [] },
    funds: { by: 'PixAccepted', spentIn: /^Delivery(Requested|Sent|Confirmed)$/ },
  },
  deposit: {
    commands: depositCommands,
    roads: {
      NONE: ['OBSERVED', 'FINALISED'],
      OBSERVED: ['FINALISED', 'REVERTED'],
      REVERTED: ['OBSERVED', 'FINALISED'],
      FINALISED: resolved,
      CLAIMED: ['MATCHED', 'UNMATCHED'],
      UNMATCHED: ['CLAIMED'],
      MATCHED: [],
    },
  },
  payout: {
    commands: payoutCommands,
    roads: { NONE: sent, REQUESTED: sent, DISPATCHED: sent, UNKNOWN: sent, REJECTED: sent, SETTLED: [], FAILED: [] },
  },
  kycSession: {
    commands: kycSessionCommands,
    roads: {
      NONE: ['PENDING'],
      PENDING: ['IN_PROGRESS', 'IN_REVIEW', 'APPROVED', 'REJECTED', 'EXPIRED'],
      IN_PROGRESS: ['IN_REVIEW', 'APPROVED', 'REJECTED', 'EXPIRED'],
      IN_REVIEW: ['APPROVED', 'REJECTED', 'EXPIRED'],
      // An approval may be taken back.
      APPROVED: ['REJECTED', 'EXPIRED'],
      EXPIRED: ['PENDING'],
      REJECTED: [],
    },
    // Each is a fresh link.
    repeatable: ['ReopenSession'],
  },
  watcher: { commands: watcherCommands, roads: {} },
  webhook: {
    commands: webhookCommands,
    roads: { UNTOLD: ['OPEN', 'CLOSED'], OPEN: ['CLOSED'], CLOSED: ['OPEN'] },
    repeatable: ['RequestReplay'],
  },
  peggedBalance: { commands: balanceCommands, roads: {} },
  withdrawal: {
    commands: withdrawalCommands,
    roads: {
      NONE: ['REDEEMING', 'ABANDONED'],
      // Operators may find a debit that pays for nothing, also after the failure.
      REDEEMING: ['PAYING', 'FAILED', 'UNPAID'],
      PAYING: ['COMPLETED', 'UNPAID'],
      FAILED: ['UNPAID'],
      ...{ COMPLETED: [], UNPAID: [], ABANDONED: [] },
    },
    funds: { by: 'RedemptionSettled', spentIn: PAYOUT },
  },
  link: { commands: linkCommands, roads: { NONE: ['LIVE'], LIVE: ['REMOVED'], REMOVED: [] } },
};
