import type { Cents } from '../../aggregates/money';

/** What the composition root reads from configuration and the commands obey. */
export interface CashoutSettings {
  readonly memoPrefix: string;
  readonly quoteWindowSeconds: number;
  readonly minimumCents: Cents;
  readonly maximumCents: Cents;
  readonly floorCents: Cents;
  readonly platformBasisPoints: number;
  /** Waits before the second, third, ... attempt at a payout. */
  readonly payoutAttemptDelaysMs: readonly number[];
  readonly expiry: {
    /** By network: where no watermark comes, a look must have succeeded so long after the deadline. */
    readonly graceSeconds: Readonly<Record<string, number>>;
    /** How long an intent is kept open while its network cannot be looked at. */
    readonly ceilingSeconds: number;
  };
}
