import type { OpsAmount } from '../payments/payment.dto';

/** Something that waits for a person. */
export interface OpsWorkItem {
  kind:
    | ('PROPOSAL' | 'TROUBLE' | 'RETURN' | 'REFUND_DUE' | 'DEPOSIT' | 'ALERT')
    | ('PARKED_STREAM' | 'KYC_REVIEW' | 'WEBHOOK');
  /** 1: money may be lost or paid twice; 2: a deadline within the hour; 3: money waits; 4: people wait; 5: webhooks. */
  urgency: 1 | 2 | 3 | 4 | 5;
  /** The id of the payment, deposit, session, webhook or stream; for an alert its kind and subject. */
  id: string;
  paymentId: string | null;
  depositId: string | null;
  userId: string | null;
  partnerId: string | null;
  partnerName: string | null;
  mode: string | null;
  /** At stake; null where no money is. */
  amount: OpsAmount | null;
  since: string;
  /** Codes, reasons or English sentences. */
  because: string[];
  /** The operator whose decision waits for a second one. */
  proposedBy: string | null;
  /** The proposal runs out then. */
  deadline: string | null;
}

export interface OpsWork {
  /** The most urgent first. */
  items: OpsWorkItem[];
  counts: OpsWorkCount[];
  /** Up to this position of the log this answer knows. */
  knownTo: string;
}

export interface OpsWorkCount {
  kind: OpsWorkItem['kind'];
  /** @isInt */
  count: number;
  /** There are more than are counted. */
  hasMore: boolean;
}
