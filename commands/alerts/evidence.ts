import type { CashoutState } from '../../aggregates/cashout/state';
import type { DepositState } from '../../aggregates/deposit/deposit';
import type { LedgerEvent } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import type { PayoutState } from '../../aggregates/payout/state';
import type { Iso } from '../ports/clock';
import type { ReadNetworkStanding } from '../ports/standing/network-standing';

export interface OpenAlert {
  readonly kind: string;
  /** The values of the kind's `about` facts; kind and subject identify the alert. */
  readonly subject: string;
  readonly says: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly openedAt: Iso;
  readonly raisedAt: Iso;
}

/** Evidence that an alert has ended, read now; a read that fails rejects, and the alert stays open. */
export interface AlertEvidence {
  /** Null while the stream's owner owes nothing. */
  readonly payoutIn: (stream: string) => Promise<{ readonly payout: PayoutState; readonly mode: Mode } | null>;
  readonly historyOf: (stream: string) => Promise<readonly LedgerEvent[]>;
  readonly depositIn: (depositId: string) => Promise<DepositState>;
  readonly intentIn: (intentId: string) => Promise<CashoutState>;
  readonly readStanding: ReadNetworkStanding;
  readonly isProviderThere: (name: string, mode: string) => boolean;
  readonly hasOpenPayouts: (provider: string, mode: string) => Promise<boolean>;
  /** True when the transaction is still unread and no operator gave up on it. */
  readonly isUnread: (network: string, txid: string) => Promise<boolean>;
  readonly isParked: (projection: string, stream: string) => Promise<boolean>;
}
