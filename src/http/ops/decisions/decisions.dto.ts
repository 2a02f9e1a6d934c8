import type { OpsReason } from '../work/changes.dto';

/** A change of a payment or deposit at an exact revision. */
export interface OpsAtRevision extends OpsReason {
  /**
   * The revision of the payment or deposit, as it was shown. A later revision refuses the change.
   * @isInt must be a whole number
   * @minimum 0
   */
  revision: number;
}

export interface OpsDecision extends OpsAtRevision {
  outcome: OpsOutcome;
}

/** How a step that moves money ended; fields as its `how` needs them, and no others. */
export interface OpsOutcome {
  /**
   * PAID, NOT_PAID: of the payout. DELIVERED: of the delivery. REFUNDED: of the refund of a PIX. DEBITED, NOT_DEBITED:
   * of the debit of a withdrawal, MADE_GOOD: after its loss.
   */
  how: 'PAID' | 'NOT_PAID' | 'DELIVERED' | 'REFUNDED' | 'DEBITED' | 'NOT_DEBITED' | 'MADE_GOOD';
  /**
   * PAID, REFUNDED, MADE_GOOD: the end-to-end id, or the id that the bank gave the transfer.
   * @maxLength 128
   */
  transfer?: string;
  /**
   * DELIVERED, DEBITED: its hash or id.
   * @maxLength 128
   */
  transaction?: string;
  /**
   * DELIVERED, DEBITED: how much in all.
   * @pattern ^[1-9][0-9]{0,77}$ must be a number of base units
   */
  baseUnits?: string;
  /**
   * DEBITED: which asset.
   * @isInt must be a whole number
   */
  assetId?: number;
  /**
   * REFUNDED: which PIX.
   * @maxLength 128
   */
  pix?: string;
}

export interface OpsDecided {
  /** PROPOSED waits for another operator. */
  decision: 'PROPOSED' | 'DECIDED';
}

export interface OpsReleased {
  /** RECOVERED: a provider knows an order, which is taken up and never sent again; the payment stays held. */
  outcome: 'RELEASED' | 'RELEASED_TO_OPERATOR' | 'UNCHANGED' | 'DEBIT_RELEASED' | 'RECOVERED';
}

export interface OpsRefunding extends OpsAtRevision {
  /** @maxLength 64 */
  network: string;
  /** @maxLength 128 */
  transaction: string;
  /** @isInt must be a whole number */
  assetId: number;
  /** @pattern ^[1-9][0-9]{0,77}$ must be a number of base units */
  baseUnits: string;
  /** @pattern ^[1-9][0-9]{0,77}$ must be a number of base units */
  gasBaseUnits?: string;
  /** @maxLength 128 */
  to: string;
  /** @maxLength 200 */
  reference?: string;
  /**
   * RFC 3339.
   * @maxLength 40
   */
  transferredAt: string;
  /**
   * Which refund of the payment; absent: all that are owed.
   * @isInt must be a whole number
   * @minimum 1
   */
  due?: number;
}

/** The first of two decisions. */
export interface OpsProposal {
  /** As it stands in the log, for a person. */
  outcome: OpsOutcome;
  proposedBy: string;
  proposedAt: string;
  reason: string | null;
  /** Types of the events since, oldest first. */
  changedSince: string[];
  /** Revision at which a second decision is given. @isInt */
  revision: number;
}
