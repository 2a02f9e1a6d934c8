import type { Assignment, FinalDeposit } from '../deposit/events';
import type { PayoutCommand } from '../payout/commands';
import type { CashoutIntentCreated, ExpiryEvidence } from './events';

export type CashoutCommand = CreateIntent | AcceptDeposit | AssignDeposit | Expire | PayoutCommand | RevealGiftCard;

export interface CreateIntent {
  readonly type: 'CreateIntent';
  readonly intent: CashoutIntentCreated;
}

export interface AcceptDeposit {
  readonly type: 'AcceptDeposit';
  readonly deposit: FinalDeposit;
  readonly now: string;
}

export interface AssignDeposit {
  readonly type: 'AssignDeposit';
  readonly deposit: FinalDeposit;
  readonly assignment: Assignment;
  readonly now: string;
}

export interface Expire {
  readonly type: 'Expire';
  readonly evidence: ExpiryEvidence;
  readonly now: string;
}

export interface RevealGiftCard {
  readonly type: 'RevealGiftCard';
  readonly now: string;
}
