import type { EventType, LedgerEvent } from '../../../../aggregates/events';
import type { PayoutEvent } from '../../../../aggregates/payout/events';
import type { OfWithdrawal, WithdrawalRefundDue } from '../../../../aggregates/withdrawal/events';

type InWithdrawal = PayoutEvent<OfWithdrawal> | { readonly type: 'RefundDue'; readonly data: WithdrawalRefundDue };

/** A type that several families share has the sample of the cash-out. */
export type Sample<Type extends EventType> = Extract<Exclude<LedgerEvent, InWithdrawal>, { readonly type: Type }>;
