import type { PayoutCommand } from '../payout/commands';
import type { PeggedDebit } from '../pegged-balance/events';
import type { FoundDebit, RedemptionSent, WithdrawalRequested } from './events';

export type WithdrawalCommand =
  | { readonly type: 'RequestWithdrawal'; readonly withdrawal: WithdrawalRequested }
  | { readonly type: 'AbandonWithdrawal'; readonly withdrawId: string; readonly now: string }
  /** The first sending, or a replacement at the nonce of another. */
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
  readonly redemptionKey: string;
  readonly isRedemptionGone: boolean;
  /** Null: the wallet was not debited. */
  readonly debited: FoundDebit | null;
  readonly by: string;
  readonly mayPropose: boolean;
  readonly now: string;
}

/** The redemption was asked just before and does not report the debit. */
export interface SettleOutside extends Pick<DecideRedemption, 'redemptionKey' | 'by' | 'mayPropose' | 'now'> {
  readonly type: 'SettleOutside';
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
  | { readonly kind: 'SETTLED'; readonly redemptionKey: string; readonly debit: PeggedDebit }
  | { readonly kind: 'FAILED'; readonly redemptionKey: string | null; readonly code: string; readonly message: string }
  | { readonly kind: 'UNKNOWN'; readonly redemptionKey: string; readonly reason: string }
  | { readonly kind: 'CONTRADICTED'; readonly redemptionKey: string; readonly detail: string };
