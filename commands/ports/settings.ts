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
}
