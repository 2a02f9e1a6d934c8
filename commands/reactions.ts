import type { CashinStep, WaitingStep } from './cashin/cashin-step';
import { createChargeAgain } from './cashin/charge/create-charge-again';
import { expireCashin } from './cashin/charge/expire-cashin';
import { type WatchCharge, watchCharge } from './cashin/charge/watch-charge';
import { type SweepCredits, type SweepDeps, sweepCredits } from './cashin/credit/sweep-credits';
import { requestDelivery } from './cashin/delivery/request-delivery';
import { type ResolveDelivery, resolveDelivery } from './cashin/delivery/resolve-delivery';
import { sendDelivery } from './cashin/delivery/send-delivery';
import { dispatchRefund, type RefundStep } from './cashin/refund/dispatch-refund';
import { type ResolveRefund, resolveRefund } from './cashin/refund/resolve-refund';
import { type ExpireCashout, type ExpireCashoutDeps, expireCashout } from './cashout/expire-cashout';
import { type MatchDepositDeps, matchDeposit, type Proposal } from './deposit/match-deposit';
import type { DenyingDeps } from './handling/revoke-right';
import { type EraseAtProvider, eraseAtProvider } from './kyc/erase-at-provider';
import { type FollowSession, followSession } from './kyc/follow-session';
import type { KycDeps } from './kyc/kyc-deps';
import { type PollSession, pollSession } from './kyc/poll-session';
import { type PayoutStep, type Resolved, requestPayout } from './payout/request-payout';
import { type ResolvePayout, type ResolvePayoutDeps, resolvePayout } from './payout/resolve-payout';
import { dispatchPayout } from './payout/sending/dispatch-payout';
import type { StoredCallback } from './ports/callback-inbox';
import { type TakeCallbackDeps, takeCallback } from './take-callback';
import { type AbandonWithdrawal, abandonWithdrawal } from './withdrawal/abandon-withdrawal';
import { askOverruledDebit } from './withdrawal/debit/ask-overruled-debit';
import { giveBack, type ResolveRedemption, resolveRedemption } from './withdrawal/redemption/resolve-redemption';
import {
  type RedemptionDeps,
  type RedemptionStep,
  sendRedemption,
  type WaitingRedemption,
} from './withdrawal/redemption/send-redemption';

export interface DueWork {
  readonly 'match-deposit': Proposal;
  readonly 'expire-cashout': ExpireCashout;
  readonly 'request-payout': PayoutStep;
  readonly 'dispatch-payout': PayoutStep;
  readonly 'resolve-payout': ResolvePayout;
  readonly 'abandon-withdrawal': AbandonWithdrawal;
  readonly 'send-redemption': WaitingRedemption;
  readonly 'resolve-redemption': ResolveRedemption;
  readonly 'give-back': RedemptionStep;
  readonly 'ask-overruled-debit': RedemptionStep;
  readonly 'take-callback': StoredCallback;
  readonly 'poll-kyc': PollSession;
  readonly 'follow-kyc': FollowSession;
  readonly 'erase-kyc': EraseAtProvider;
  readonly 'create-charge': CashinStep;
  readonly 'watch-charge': WatchCharge;
  readonly 'expire-cashin': WaitingStep;
  readonly 'request-delivery': WaitingStep;
  readonly 'send-delivery': WaitingStep;
  readonly 'resolve-delivery': ResolveDelivery;
  readonly 'dispatch-refund': RefundStep & WaitingStep;
  readonly 'resolve-refund': ResolveRefund;
  readonly 'sweep-credits': SweepCredits;
}

export type Reactions = {
  readonly [Kind in keyof DueWork]: (work: DueWork[Kind]) => Promise<Resolved>;
};

type KycWorkDeps = KycDeps & DenyingDeps & { readonly workerId: string };

const once =
  <Work>(command: (work: Work) => Promise<void>) =>
  async (work: Work): Promise<Resolved> => {
    await command(work);
    return 'done';
  };

/**
 * A payment on one page. Work becomes due by a projection (`read-models/due/due-work.ts`), is claimed by one worker at a
 * time, and may be repeated without harm.
 *
 *   DepositFinalised                  -> match-deposit     the matcher proposes: accept, release or leave in the inbox
 *   WatermarkReached, or time         -> expire-cashout    nobody paid within the window
 *   DepositAccepted, PayoutRejected   -> request-payout    the first attempt, or the next when its time has come
 *   PayoutRequested                   -> dispatch-payout   one worker passes the fence and sends
 *   PayoutDispatched, OutcomeUnknown  -> resolve-payout    ask the provider until the outcome is known
 *   BalanceReserved, and time         -> abandon-withdrawal  no withdrawal followed: the promise is given back
 *   WithdrawalRequested               -> send-redemption   one worker passes the fence and sends the debit
 *   RedemptionSent                    -> resolve-redemption  ask until the debit is final, or never will be
 *   RedemptionSettled                 -> request-payout    only then, as after a deposit
 *   RedemptionFailed                  -> give-back         what was promised, where a crash came between
 *   RedemptionDecided                 -> ask-overruled-debit  a debit that comes to light all the same
 *   a callback was stored             -> take-callback     ask the provider about what it called about
 *   KycSessionStarted, and time       -> poll-kyc          ask the provider until the session has ended
 *   KycSessionStatusChanged           -> follow-kyc        the user's standing follows the session
 *   SubjectErased                     -> erase-kyc         the provider forgets the person too
 *   CashinIntentCreated               -> create-charge     a charge whose making is unknown
 *   ChargeCreated, an end, a dispute  -> watch-charge      ask the provider what came for the charge
 *   CashinIntentCreated, and time     -> expire-cashin     cancel, ask again, and only then end what nobody paid
 *   PixAccepted, DeliveryFailed       -> request-delivery  the first attempt, or the next when its time has come
 *   DeliveryRequested                 -> send-delivery     prepare, pass the fence, broadcast
 *   DeliverySent                      -> resolve-delivery  ask the provider until the delivery has ended
 *   ChargeRefundDue                   -> dispatch-refund   one worker passes the fence and gives the PIX back
 *   ChargeRefundDispatched            -> resolve-refund    ask the provider until the outcome is known
 *   time                              -> sweep-credits     a PIX that nobody asks about any more
 */
export const reactions = (
  deps: MatchDepositDeps &
    ResolvePayoutDeps &
    ExpireCashoutDeps &
    TakeCallbackDeps &
    KycWorkDeps &
    RedemptionDeps &
    SweepDeps,
): Reactions => ({
  'match-deposit': matchDeposit(deps),
  'expire-cashout': once(expireCashout(deps)),
  'request-payout': requestPayout(deps),
  'dispatch-payout': (step) => dispatchPayout(deps)(step),
  'resolve-payout': resolvePayout(deps),
  'abandon-withdrawal': abandonWithdrawal(deps),
  'send-redemption': sendRedemption(deps),
  'resolve-redemption': resolveRedemption(deps),
  'give-back': giveBack(deps),
  'ask-overruled-debit': askOverruledDebit(deps),
  'take-callback': takeCallback(deps),
  'poll-kyc': pollSession(deps),
  'follow-kyc': followSession(deps),
  'erase-kyc': eraseAtProvider(deps),
  'create-charge': createChargeAgain(deps),
  'watch-charge': watchCharge(deps),
  'expire-cashin': expireCashin(deps),
  'request-delivery': requestDelivery(deps),
  'send-delivery': sendDelivery(deps),
  'resolve-delivery': resolveDelivery(deps),
  'dispatch-refund': dispatchRefund(deps),
  'resolve-refund': resolveRefund(deps),
  'sweep-credits': sweepCredits(deps),
});
