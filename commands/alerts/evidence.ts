import type { CashoutState } from '../../aggregates/cashout/state';
import type { DepositState } from '../../aggregates/deposit/deposit';
import type { Mode } from '../../aggregates/partner/events';
import type { PayoutState } from '../../aggregates/payout/state';
import type { Iso } from '../ports/clock';
import type { ReadNetworkStanding } from '../ports/standing/network-standing';

/** An alert that somebody has to do something about, or that waits for its end. */
export interface OpenAlert {
  readonly kind: string;
  /** What it is about: the values of the kind's `about`. With the kind it names the alert. */
  readonly subject: string;
  /** The sentence. */
  readonly says: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly openedAt: Iso;
  /** The last time that the cause was seen. */
  readonly raisedAt: Iso;
}

/** Where an alert's end is looked for. Each answer is of now; one that cannot be had rejects, and the alert stays open. */
export interface AlertEvidence {
  /** Null while the stream's owner owes nothing. */
  readonly payoutIn: (stream: string) => Promise<{ readonly payout: PayoutState; readonly mode: Mode } | null>;
  readonly depositIn: (depositId: string) => Promise<DepositState>;
  readonly intentIn: (intentId: string) => Promise<CashoutState>;
  readonly readStanding: ReadNetworkStanding;
  readonly isProviderThere: (name: string, mode: string) => boolean;
  /** Payouts that the provider was sent, and has not said the outcome of. */
  readonly hasOpenPayouts: (provider: string, mode: string) => Promise<boolean>;
  /** Whether the transaction could not be read, and nobody gave up on it. */
  readonly isUnread: (network: string, txid: string) => Promise<boolean>;
  readonly isParked: (projection: string, stream: string) => Promise<boolean>;
}
