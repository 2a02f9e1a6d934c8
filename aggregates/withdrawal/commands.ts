import type { PayoutCommand } from '../payout/commands';
import type { PeggedDebit } from '../pegged-balance/events';
import type { FoundDebit, RedemptionSent, WithdrawalRequested } from './events';

export type WithdrawalCommand =
  | { readonly type: 'RequestWithdrawal'; readonly withdrawal: WithdrawalRequested }
  /** Of a reservation that no withdrawal followed. */
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

/** The redemption was asked just before, and says nothing else. */
export interface DecideRedemption {
  readonly type: 'DecideRedemption';
  /** Of what was sent, or would have been. */
  readonly redemptionKey: string;
  /** Nobody here can send the debit, or say what became of it. */
  readonly isRedemptionGone: boolean;
  /** Null: nothing was taken from the wallet. */
  readonly debited: FoundDebit | null;
  /** The operator whose key asks. */
  readonly by: string;
  /** False for whoever may only be the second who decides. */
  readonly mayPropose: boolean;
  readonly now: string;
}

/** The redemption was asked just before, and does not say that the debit is there. */
export interface SettleOutside extends Pick<DecideRedemption, 'redemptionKey' | 'by' | 'mayPropose' | 'now'> {
  readonly type: 'SettleOutside';
  /** The transfer, or whatever else made good what was lost. */
  readonly settledBy: string;
}

export interface RecordRedemption {
  readonly type: 'RecordRedemption';
  readonly outcome: RedemptionOutcome;
  readonly now: string;
}

/** A settled debit, asked for again after its network took another history: it is gone, or another one. */
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
