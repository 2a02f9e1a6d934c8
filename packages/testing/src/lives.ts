import type fc from 'fast-check';
import { cashinCommands } from './arbitraries/cashin-commands';
import { cashoutCommands, linkCommands, partnerCommands, userCommands, webhookCommands } from './arbitraries/commands';
import { depositCommands } from './arbitraries/deposit-commands';
import { kycSessionCommands } from './arbitraries/kyc-commands';
import { cashinQuoteCommands, quoteCommands } from './arbitraries/quote-commands';
import { watcherCommands } from './arbitraries/watcher-commands';
import { balanceCommands, payoutCommands, withdrawalCommands } from './arbitraries/withdrawal-commands';
import type { DeciderName } from './decider';

export interface Life {
  readonly commands: fc.Arbitrary<readonly { readonly type: string }[]>;
  /** Where each status may lead, at once or over others; a status that leads nowhere is terminal. */
  readonly roads: Readonly<Record<string, readonly string[]>>;
  /** Commands that take effect each time that they are given, because each time is news. */
  readonly repeatable?: readonly string[];
  /** Commands that are refused when they are given again, because the state has gone on. */
  readonly refusedAgain?: readonly string[];
  /** The statuses that each ending event may leave behind. */
  readonly ends?: Readonly<Record<string, readonly string[]>>;
  /** The event that brings the money, and the events that need it. */
  readonly funds?: { readonly by: string; readonly spentIn: RegExp };
}

const known = ['ACTIVE', 'SUSPENDED', 'REVOKED'];
const resolved = ['CLAIMED', 'MATCHED', 'UNMATCHED'];
const sent = ['REQUESTED', 'DISPATCHED', 'UNKNOWN', 'REJECTED', 'SETTLED', 'FAILED'];
const PAYOUT = /^Payout(Requested|Dispatched|Settled)$/;

export const LIVES: Readonly<Record<DeciderName, Life>> = {
  partner: {
    commands: partnerCommands,
    roads: { NONE: known, ACTIVE: known, SUSPENDED: known, REVOKED: [] },
    repeatable: ['IssueHmacSecret', 'RotateWebhookSecret', 'RegisterDestination', 'ChangeTerms'],
    ends: { PartnerRevoked: ['REVOKED'] },
  },
  user: {
    commands: userCommands,
    roads: { NONE: ['ACTIVE'], ACTIVE: ['BLOCKED'], BLOCKED: ['ACTIVE', 'ERASED'], ERASED: [] },
    // Each reading is recorded.
    repeatable: ['OpenPersonalData'],
    // They name the number of changes before them.
    refusedAgain: ['ChangeWallet', 'ChangeExternalId'],
    ends: { SubjectErased: ['ERASED'] },
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
    refusedAgain: ['CreateIntent'],
    ends: { CashoutCompleted: ['COMPLETED'], CashoutFailed: ['FAILED'], CashoutExpired: ['EXPIRED'] },
    funds: { by: 'DepositAccepted', spentIn: PAYOUT },
  },
  cashin: {
    commands: cashinCommands,
    roads: { NONE: ['ACTIVE'], ACTIVE: ['COMPLETED', 'EXPIRED', 'FAILED'], COMPLETED: [], EXPIRED: [], FAILED: [] },
    // A repetition is refused, here and below, so that the operator sees the current state.
    refusedAgain: ['CreateCashin', 'RecoverCashin', 'DecideCashin'],
    ends: { CashinCompleted: ['COMPLETED'], CashinExpired: ['EXPIRED'], CashinFailed: ['FAILED'] },
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
      UNMATCHED: ['CLAIMED', 'WRITTEN_OFF', 'REFUNDED'],
      ...{ MATCHED: [], WRITTEN_OFF: [], REFUNDED: [] },
    },
    // A proposal waits for the decision of another operator.
    refusedAgain: ['AssignDeposit', 'WriteOffDeposit', 'RefundDeposit'],
    ends: {
      ...{ DepositMatched: ['MATCHED'], DepositReleased: ['UNMATCHED'] },
      ...{ DepositWrittenOff: ['WRITTEN_OFF'], DepositRefunded: ['REFUNDED'] },
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
    refusedAgain: ['StartSession'],
  },
  watcher: {
    commands: watcherCommands,
    roads: {},
    refusedAgain: ['ResumeAsset', 'AcceptGap', 'AcceptFinality'],
  },
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
    refusedAgain: ['DecideRedemption'],
    ends: { WithdrawalCompleted: ['COMPLETED'], WithdrawalFailed: ['FAILED', 'UNPAID'] },
    funds: { by: 'RedemptionSettled', spentIn: PAYOUT },
  },
  link: { commands: linkCommands, roads: { NONE: ['LIVE'], LIVE: ['REMOVED'], REMOVED: [] } },
};
