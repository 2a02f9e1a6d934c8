import type { PayoutState, SettledPayout } from '../payout/state';
import type { Hold } from '../payout/trouble';
import type { CashoutIntentCreated, DepositAccepted } from './events';

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
  | 'totalCents'
  | 'createdAt'
  | 'expiresAt'
  | 'blockTimeToleranceSeconds'
  | 'userId'
  | 'partnerId'
  | 'mode'
  | 'reference'
  | 'externalUserId'
  | 'scenario'
>;

export type AcceptedDeposit = Pick<DepositAccepted, 'depositId' | 'amountBaseUnits' | 'sender'>;

export type CashoutState =
  | { readonly status: 'NONE' }
  | {
      readonly status: 'PENDING';
      readonly facts: CashoutFacts;
      readonly heldAt: string | null;
      readonly payoutHold: Hold;
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
      readonly again?: PayoutState;
      readonly reveals: number;
    }
  | {
      readonly status: 'FAILED';
      readonly facts: CashoutFacts;
      readonly deposit: AcceptedDeposit;
      readonly payout: PayoutState;
    }
  | { readonly status: 'EXPIRED'; readonly facts: CashoutFacts };
