import type { EventType, LedgerEvent } from '../../aggregates/events';
import type { PayoutEvent } from '../../aggregates/payout/events';
import type { OfWithdrawal, WithdrawalRefundDue } from '../../aggregates/withdrawal/events';

type InWithdrawal = PayoutEvent<OfWithdrawal> | { readonly type: 'RefundDue'; readonly data: WithdrawalRefundDue };

/** Of a type that several families share: the cash-out's. */
export type Sample<Type extends EventType> = Extract<Exclude<LedgerEvent, InWithdrawal>, { readonly type: Type }>;
