import type { PayoutState, SettledPayout } from '../payout/state';
import type { CashoutIntentCreated, DepositAccepted } from './events';

/** The parts of the terms that a rule consults. */
export type CashoutFacts = Pick<
  CashoutIntentCreated,
  | 'intentId'
  | 'memo'
  | 'network'
  | 'receiver'
  | 'assetId'
  | 'symbol'
  | 'decimals'
  | 'amountBaseUnits'
  | 'payout'
  | 'createdAt'
  | 'expiresAt'
  | 'blockTimeToleranceSeconds'
  | 'userId'
  | 'partnerId'
  | 'mode'
  | 'reference'
  | 'externalUserId'
>;

export type AcceptedDeposit = Pick<DepositAccepted, 'depositId' | 'amountBaseUnits' | 'sender'>;

export type CashoutState =
  | { readonly status: 'NONE' }
  | {
      readonly status: 'PENDING';
      readonly facts: CashoutFacts;
      /** Since when a person has known that expiry is held beyond the ceiling; null: it is not. */
      readonly heldAt: string | null;
    }
  | {
      readonly status: 'PROCESSING';
      readonly facts: CashoutFacts;
      readonly deposit: AcceptedDeposit;
      readonly payout: PayoutState;
    }
  | {
      readonly status: 'COMPLETED';
      readonly facts: CashoutFacts;
      readonly deposit: AcceptedDeposit;
      readonly payout: SettledPayout;
      /** How often the PIN of its gift card was shown. */
      readonly reveals: number;
    }
  | {
      readonly status: 'FAILED';
      readonly facts: CashoutFacts;
      readonly deposit: AcceptedDeposit;
      readonly payout: PayoutState;
    }
  | { readonly status: 'EXPIRED'; readonly facts: CashoutFacts };
