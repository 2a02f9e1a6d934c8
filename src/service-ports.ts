import type { ChainFamily } from '../aggregates/chain';
import type { Alert } from '../commands/alerts/kinds';
import type { CashinSettings } from '../commands/cashin/quote/cashin-settings';
import type { KnownStreams } from '../commands/handling/reading/known-streams';
import type { CashoutSettings } from '../commands/handling/settings';
import type { LinkSender } from '../commands/partner/members/link-sender';
import type { PayoutLanes } from '../commands/payout/sending/payout-lanes';
import type { CallbackInbox } from '../commands/ports/callback-inbox';
import type { Catalog } from '../commands/ports/chains/catalog';
import type { ChainHints } from '../commands/ports/chains/chain-hints';
import type { ReadNetworkStanding } from '../commands/ports/chains/network-standing';
import type { ObjectionToRefund } from '../commands/ports/chains/refund-on-chain';
import type { SignedOrders } from '../commands/ports/chains/signed-orders';
import type { Clock } from '../commands/ports/clock';
import type { CreditSweeps } from '../commands/ports/credit-sweeps';
import type { Denials } from '../commands/ports/denials';
import type { EventStore } from '../commands/ports/event-store';
import type { ExpiringValues } from '../commands/ports/expiring-values';
import type { Ids } from '../commands/ports/ids';
import type { KeyVault } from '../commands/ports/key-vault';
import type { ChargeProviders } from '../commands/ports/providers/charge-provider';
import type { CryptoDeliveries } from '../commands/ports/providers/crypto-delivery';
import type { DocumentRegistries } from '../commands/ports/providers/document-registry';
import type { KycProviders } from '../commands/ports/providers/kyc-provider';
import type { PayoutProvider, PayoutProviders } from '../commands/ports/providers/payout-provider';
import type { PeggedRedemptions } from '../commands/ports/providers/pegged-redemption';
import type { PriceFeeds } from '../commands/ports/providers/price-feed';
import type { SandboxControls } from '../commands/ports/providers/sandbox-controls';
import type { Instance } from '../commands/wallet-login/instance-partner';
import type { OtpSender } from '../commands/wallet-login/otp-sender';
import type { VerifyWallet, WriteChallenge } from '../commands/wallet-login/wallet-login';
import type { GiveUpTransactionDeps } from '../commands/watching/operator/give-up-transaction';
import type { Query } from '../read-models/table';

/** Ports of the commands; made by `src/bin/wiring/adapters.ts`. */
export interface ServicePorts {
  readonly eventStore: EventStore;
  /** Shared by all writers of deposits and intents in this process. */
  readonly knownStreams: KnownStreams;
  readonly query: Query;
  /** Revocations in the log that projections may not show yet. */
  readonly denials: Denials;
  readonly vault: KeyVault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly catalog: Catalog;
  readonly priceFeeds: PriceFeeds;
  readonly readStanding: ReadNetworkStanding;
  readonly giveUpStore: GiveUpTransactionDeps['giveUpStore'];
  /** Challenges, one-time codes, counters of attempts. */
  readonly expiring: ExpiringValues;
  readonly instance: Instance;
  readonly verifyWallet: VerifyWallet;
  readonly writeChallenge: WriteChallenge;
  readonly otpSender: OtpSender | null;
  readonly linkSender: LinkSender | null;
  readonly isOtpRequired: boolean;
  readonly payoutProviders: PayoutProviders;
  readonly payoutLanes: PayoutLanes;
  /** Asked after a loss of the log, and never sent anything. */
  readonly everyPayoutProvider: readonly PayoutProvider[];
  readonly redemptions: PeggedRedemptions;
  readonly signedOrders: SignedOrders;
  readonly objectionToRefund: ObjectionToRefund;
  readonly chargeProviders: ChargeProviders;
  readonly cryptoDeliveries: CryptoDeliveries;
  readonly creditSweeps: CreditSweeps;
  readonly kycProviders: KycProviders;
  readonly documentRegistries: DocumentRegistries;
  /** Limit per partner, mode and day. */
  readonly lookupsPerDay: number;
  readonly callbackInbox: CallbackInbox;
  /** Reported transactions, to be looked up on their networks. */
  readonly chainHints: ChainHints;
  readonly sandboxControls: SandboxControls;
  readonly settings: CashoutSettings;
  readonly cashinSettings: CashinSettings;
  /** Canonical form for storage and comparison; null for an invalid address. */
  readonly canonicalAddress: (family: ChainFamily, text: string) => string | null;
  /** Canonical form for storage and comparison; null for text that is no transaction id. */
  readonly canonicalTxid: (family: ChainFamily, text: string) => string | null;
  readonly refuseUrl: (url: string) => string | null;
  readonly refuseHeaders: (headers: Readonly<Record<string, string>>) => string | null;
  readonly workerId: string;
  readonly alert: Alert;
}
