import type { PayoutCommand } from '../payout/commands';
import type { CashoutExpired, CashoutIntentCreated, DepositAccepted } from './events';

export type CashoutCommand = CreateIntent | AcceptDeposit | Expire | PayoutCommand | RevealGiftCard;

export interface CreateIntent {
  readonly type: 'CreateIntent';
  readonly intent: CashoutIntentCreated;
}

export interface AcceptDeposit {
  readonly type: 'AcceptDeposit';
  readonly deposit: Omit<DepositAccepted, 'intentId' | 'memo' | 'symbol' | 'decimals' | 'acceptedAt'>;
  readonly now: string;
}

export interface Expire {
  readonly type: 'Expire';
  readonly cause: CashoutExpired['cause'];
  readonly now: string;
}

/** Ownership was checked by the caller. */
export interface RevealGiftCard {
  readonly type: 'RevealGiftCard';
  readonly now: string;
}
