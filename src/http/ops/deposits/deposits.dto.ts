import type { OpsAtRevision } from '../decisions/decisions.dto';
import type { OpsAmount } from '../payments/payment.dto';

/** A deposit, with the payments that it may be meant for. */
export interface OpsDeposit {
  depositId: string;
  status: string;
  /** Why it is not matched. */
  reason: string | null;
  network: string;
  /** Null for a network that is gone. */
  mode: string | null;
  txHash: string;
  amount: OpsAmount;
  sender: string;
  since: string;
  proposal: OpsDepositProposal | null;
  candidates: OpsCandidate[];
  /**
   * The revision of the deposit's stream; a decision names it.
   * @isInt
   */
  revision: number;
}

export interface OpsDepositProposal {
  /** ASSIGN, REFUND or WRITE_OFF. */
  how: string;
  intentId: string | null;
  transaction: string | null;
  to: string | null;
  reference: string | null;
  proposedBy: string;
  proposedAt: string;
  reason: string;
  /** Null: until an operator withdraws it. */
  heldUntil: string | null;
}

export interface OpsCandidate {
  intentId: string;
  status: string;
  amount: OpsAmount;
  /** Why it may be meant. */
  because: string[];
  /** Why it cannot be assigned; null: it can. */
  refusal: string | null;
  /** Clauses that an assignment sets aside. */
  setAside: string[];
}

/** With its transaction. */
export interface OpsShownDeposit extends OpsDeposit {
  intentId: string | null;
  receiver: string;
  senderReference: string | null;
  unsupported: string | null;
  blockNumber: string;
  blockTime: string | null;
  memos: string[];
  /** Memos inside a call. */
  mentions: string[];
  /** Every movement of the transaction to a receiver of ours. */
  transaction: OpsMovement[];
}

export interface OpsMovement {
  depositId: string;
  status: string;
  amount: OpsAmount;
  sender: string;
  receiver: string;
}

export interface OpsDeposits {
  /** The newest first. */
  items: OpsDeposit[];
  hasMore: boolean;
}

export interface OpsAssigning extends OpsAtRevision {
  /** @maxLength 128 */
  intentId: string;
}

export interface OpsReturning extends OpsAtRevision {
  /** @maxLength 128 */
  transaction: string;
  /**
   * Absent: to the sender.
   * @maxLength 128
   */
  to?: string;
  /**
   * Absent: as the sender gave it.
   * @maxLength 200
   */
  reference?: string;
}

export interface OpsResolved {
  /** PROPOSED waits for another operator. */
  resolution: 'PROPOSED' | 'RESOLVED';
}
