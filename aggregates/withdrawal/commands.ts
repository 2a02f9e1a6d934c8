import type { PayoutCommand } from '../payout/commands';
import type { PeggedDebit } from '../pegged-balance/events';
import type { FoundDebit, RedemptionSent, WithdrawalRequested } from './events';

export type WithdrawalCommand =
  | { readonly type: 'RequestWithdrawal'; readonly withdrawal: WithdrawalRequested }
  /** Closes a reservation without a withdrawal. */
  | { readonly type: 'AbandonWithdrawal'; readonly withdrawId: string; readonly now: string }
  /** The first sending, or one that takes the place of another at its nonce. */
  | {
      readonly type: 'SendRedemption';
      readonly sending: Omit<RedemptionSent, 'withdrawId' | 'redemption' | 'network'>;
    }
  | RecordRedemption
  | DoubtDebit
  | DecideRedemption
  | SettleOutside
  | PayoutCommand;

/** The redemption was asked just before and reports no other end. */
export interface DecideRedemption {
  readonly type: 'DecideRedemption';
  /** The key that was sent, or would have been sent. */
  readonly redemptionKey: string;
  /** True when no redemption here can send the debit or report on it. */
  readonly isRedemptionGone: boolean;
  /** Null: the wallet was not debited. */
  readonly debited: FoundDebit | null;
  /** The operator whose API key asks. */
  readonly by: string;
  /** False for an operator who may only approve. */
  readonly mayPropose: boolean;
  readonly now: string;
}

/** The redemption was asked just before and does not report the debit. */
export interface SettleOutside extends Pick<DecideRedemption, 'redemptionKey' | 'by' | 'mayPropose' | 'now'> {
  readonly type: 'SettleOutside';
  /** The transfer, or any other means, that made the loss good. */
  readonly settledBy: string;
}

export interface RecordRedemption {
  readonly type: 'RecordRedemption';
  readonly outcome: RedemptionOutcome;
  readonly now: string;
}

/** A settled debit is missing or changed after its network took another history. */
export interface DoubtDebit {
  readonly type: 'DoubtDebit';
  readonly redemptionKey: string;
  readonly detail: string;
  readonly now: string;
}

export type RedemptionOutcome =
  /** As the wallet's own stream holds it. */
  | { readonly kind: 'SETTLED'; readonly redemptionKey: string; readonly debit: PeggedDebit }
  | { readonly kind: 'FAILED'; readonly redemptionKey: string | null; readonly code: string; readonly message: string }
  | { readonly kind: 'UNKNOWN'; readonly redemptionKey: string; readonly reason: string }
  | { readonly kind: 'CONTRADICTED'; readonly redemptionKey: string; readonly detail: string };
