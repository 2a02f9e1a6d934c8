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
  /** Payouts that are held for more, in all of a mode, raise an alert. */
  readonly heldExposureCents: Cents;
  /** A proposed assignment holds the expiry of its intent for so long, once. */
  readonly assignmentHoldSeconds: number;
  readonly expiry: {
    /** By network: without a watermark, a look must succeed this long after the deadline. */
    readonly graceSeconds: Readonly<Record<string, number>>;
    /** Time for which an intent stays open while its network is unreachable. */
    readonly ceilingSeconds: number;
  };
}
