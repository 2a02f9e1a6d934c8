import type { PayoutState, SettledPayout } from '../payout/state';
import type { Hold } from '../payout/trouble';
import type { PeggedDebit } from '../pegged-balance/events';
import type { RedemptionDecisionProposed, RedemptionSent, WithdrawalRequested } from './events';

export type WithdrawalFacts = WithdrawalRequested;

export type Sending = Pick<RedemptionSent, 'txid' | 'nonce' | 'order' | 'sentAt'>;

export type Proposal = Pick<RedemptionDecisionProposed, 'debited' | 'proposedBy' | 'settledBy'>;

export type RedemptionState =
  | { readonly phase: 'NONE'; readonly proposal?: Proposal }
  | {
      readonly phase: 'SENT';
      readonly redemptionKey: string;
      /** From the first to the last: any of them may be in a block. */
      readonly sendings: readonly Sending[];
      readonly isUnknown: boolean;
      readonly contradictions: readonly string[];
      readonly proposal?: Proposal;
    };

export type Doubts = readonly string[];

export type WithdrawalState =
  | { readonly status: 'NONE' }
  | { readonly status: 'ABANDONED' }
  | {
      readonly status: 'REDEEMING';
      readonly facts: WithdrawalFacts;
      readonly redemption: RedemptionState;
      readonly hold?: Hold;
      /** The debit was not sent before the hold, according to the log. Absent: it may be sent. */
      readonly isDebitHeld?: true;
    }
  | {
      readonly status: 'PAYING';
      readonly facts: WithdrawalFacts;
      readonly debit: PeggedDebit;
      readonly payout: PayoutState;
      readonly doubts?: Doubts;
      readonly proposal?: Proposal;
    }
  | {
      readonly status: 'COMPLETED';
      readonly facts: WithdrawalFacts;
      readonly debit: PeggedDebit;
      readonly payout: SettledPayout;
      readonly again?: PayoutState;
      readonly doubts?: Doubts;
      readonly proposal?: Proposal;
    }
  | {
      readonly status: 'FAILED';
      readonly facts: WithdrawalFacts;
      readonly redemptionKey: string | null;
      readonly contradictions: readonly string[];
      readonly proposal?: Proposal;
    }
  | {
      readonly status: 'UNPAID';
      readonly facts: WithdrawalFacts;
      readonly debit: Pick<PeggedDebit, 'debitId' | 'amountBaseUnits'>;
      /** Operators found the debit, which pays no withdrawal. Absent: the redemption reported it. */
      readonly isFound?: true;
      /** Key of the redemption whose debit two operators declared reverted. Absent if the debit stands. */
      readonly undoneKey?: string;
      readonly payout: PayoutState;
      readonly doubts?: Doubts;
      readonly proposal?: Proposal;
    };

export const isEnded = ({ status }: WithdrawalState): boolean =>
  status === 'COMPLETED' || status === 'FAILED' || status === 'UNPAID';
