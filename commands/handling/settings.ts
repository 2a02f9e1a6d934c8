import type { Cents } from '../../aggregates/money';

export interface CashoutSettings {
  readonly memoPrefix: string;
  readonly quoteWindowSeconds: number;
  readonly minimumCents: Cents;
  readonly maximumCents: Cents;
  readonly floorCents: Cents;
  readonly platformBasisPoints: number;
  /** Before the second, third, ... attempt at a payout. */
  readonly payoutAttemptDelaysMs: readonly number[];
  /** Two operators decide about a deposit of the inbox that is worth more. */
  readonly depositApprovalCents: Cents;
  /** Held payouts of a mode above this total raise an alert. */
  readonly heldExposureCents: Cents;
  /** A proposed assignment delays the expiry of its intent once, by this time. */
  readonly assignmentHoldSeconds: number;
  readonly expiry: {
    /** By network: without a watermark, a scan must succeed this long after the deadline. */
    readonly graceSeconds: Readonly<Record<string, number>>;
    /** Time for which an intent stays open while its network is unreachable. */
    readonly ceilingSeconds: number;
  };
}
