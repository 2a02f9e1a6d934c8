import { cashin as cashinRules } from '../../../aggregates/cashin/cashin';
import type { CashinCommand } from '../../../aggregates/cashin/commands';
import type { CashinEvent } from '../../../aggregates/cashin/events';
import type { CashinState } from '../../../aggregates/cashin/state';
import { cashout as cashoutRules } from '../../../aggregates/cashout/cashout';
import type { CashoutCommand } from '../../../aggregates/cashout/commands';
import type { CashoutEvent, OfIntent } from '../../../aggregates/cashout/events';
import type { CashoutState } from '../../../aggregates/cashout/state';
import { fold } from '../../../aggregates/decider';
import type { DepositCommand } from '../../../aggregates/deposit/commands';
import { type DepositState, deposit as depositRules } from '../../../aggregates/deposit/deposit';
import type { DepositEvent } from '../../../aggregates/deposit/events';
import type { KycSessionEvent } from '../../../aggregates/kyc/events';
import {
  type KycSessionCommand,
  type KycSessionState,
  kycSession as kycSessionRules,
} from '../../../aggregates/kyc/kyc-session';
import type { PartnerEvent } from '../../../aggregates/partner/events';
import { type PartnerCommand, type PartnerState, partner as partnerRules } from '../../../aggregates/partner/partner';
import type { PayoutCommand } from '../../../aggregates/payout/commands';
import type { PayoutEvent } from '../../../aggregates/payout/events';
import { payoutOf } from '../../../aggregates/payout/payout';
import type { PayoutState } from '../../../aggregates/payout/state';
import type { PeggedBalanceEvent } from '../../../aggregates/pegged-balance/events';
import {
  type PeggedBalanceCommand,
  peggedBalance as peggedBalanceRules,
} from '../../../aggregates/pegged-balance/pegged-balance';
import type { PeggedBalanceState } from '../../../aggregates/pegged-balance/state';
import {
  type CashinQuoteCommand,
  type CashinQuoteState,
  cashinQuote as cashinQuoteRules,
} from '../../../aggregates/quote/cashin-quote';
import type { CashinQuoteEvent, QuoteEvent } from '../../../aggregates/quote/events';
import { type QuoteCommand, type QuoteState, quote as quoteRules } from '../../../aggregates/quote/quote';
import { isRejection } from '../../../aggregates/rejection';
import type { UserEvent } from '../../../aggregates/user/events';
import { type UserCommand, type UserState, user as userRules } from '../../../aggregates/user/user';
import type { WithdrawalCommand } from '../../../aggregates/withdrawal/commands';
import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import type { WithdrawalState } from '../../../aggregates/withdrawal/state';
import { withdrawal as withdrawalRules } from '../../../aggregates/withdrawal/withdrawal';
import { type DeciderName, type TestedDecider, tested, VERSION } from './decider';

/**
 * The deciders of the service: `decide` answers the events of a command, and throws a rejection when the rules forbid it.
 *
 * @example
 * import { cashout, fold, isRejection } from 'lastro-testing/deciders';
 * const state = fold(cashout, []);
 * try {
 *   cashout.decide(state, { type: 'RevealGiftCard', now: '2026-11-20T12:00:00.000Z' });
 * } catch (error) {
 *   if (isRejection(error)) console.log(state.status, error.rejection.code);
 * }
 * // NONE WRONG_STATE
 */
export const cashout = tested<CashoutState, CashoutCommand, CashoutEvent>('cashout', cashoutRules);
export const cashin = tested<CashinState, CashinCommand, CashinEvent>('cashin', cashinRules);
export const withdrawal = tested<WithdrawalState, WithdrawalCommand, WithdrawalEvent>('withdrawal', withdrawalRules);
export const peggedBalance = tested<PeggedBalanceState, PeggedBalanceCommand, PeggedBalanceEvent>(
  'peggedBalance',
  peggedBalanceRules,
);
export const deposit = tested<DepositState, DepositCommand, DepositEvent>('deposit', depositRules);
export const quote = tested<QuoteState, QuoteCommand, QuoteEvent>('quote', quoteRules);
export const cashinQuote = tested<CashinQuoteState, CashinQuoteCommand, CashinQuoteEvent>(
  'cashinQuote',
  cashinQuoteRules,
);
export const kycSession = tested<KycSessionState, KycSessionCommand, KycSessionEvent>('kycSession', kycSessionRules);
export const user = tested<UserState, UserCommand, UserEvent>('user', userRules);
export const partner = tested<PartnerState, PartnerCommand, PartnerEvent>('partner', partnerRules);

/** The payout of R$ 150.00 that a cash-out of 25 units owes, alone: it runs inside the stream of its owner. */
export const payout = tested<PayoutState, PayoutCommand, PayoutEvent<OfIntent>>(
  'payout',
  payoutOf<OfIntent>({
    ...{ key: { intentId: 'cid1' }, noun: 'intent', amountCents: '15000' },
    asset: { assetId: 201, amountBaseUnits: '25000000', totalCents: '15225' },
  }),
);

export type {
  CashinCommand,
  CashinEvent,
  CashinQuoteCommand,
  CashinQuoteEvent,
  CashinQuoteState,
  CashinState,
  CashoutCommand,
  CashoutEvent,
  CashoutState,
  DeciderName,
  DepositCommand,
  DepositEvent,
  DepositState,
  KycSessionCommand,
  KycSessionEvent,
  KycSessionState,
  PartnerCommand,
  PartnerEvent,
  PartnerState,
  PayoutCommand,
  PayoutEvent,
  PayoutState,
  PeggedBalanceCommand,
  PeggedBalanceEvent,
  PeggedBalanceState,
  QuoteCommand,
  QuoteEvent,
  QuoteState,
  TestedDecider,
  UserCommand,
  UserEvent,
  UserState,
  WithdrawalCommand,
  WithdrawalEvent,
  WithdrawalState,
};
export { fold, isRejection, tested, VERSION };
