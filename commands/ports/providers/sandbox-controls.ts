import type { ProviderRejection } from '../../../aggregates/kyc/events';
import type { BaseUnits, Cents } from '../../../aggregates/money';
import type { Iso } from '../clock';
import type { Charge, ReportedDispute } from './charge-provider';
import type { FailureCode } from './result';

export interface SandboxOrderKey {
  readonly partnerId: string;
  readonly idempotencyKey: string;
}

export type PayoutDecision =
  | { readonly kind: 'SETTLE' }
  | { readonly kind: 'REJECT'; readonly code: FailureCode }
  /** Null: the whole rest that is not returned yet. */
  | { readonly kind: 'RETURN'; readonly amountCents: Cents | null };

export interface SimulatedPayout {
  readonly state: 'CREATED' | 'ACCEPTED' | 'PROCESSING' | 'SETTLED' | 'FAILED' | 'RETURNED';
  readonly amountCents: Cents;
  readonly returnedCents: Cents;
}

export interface SandboxSessionKey {
  readonly partnerId: string;
  readonly providerSessionId: string;
}

export type SessionDecision = 'APPROVED' | 'REJECTED';

export interface DepositToPlay {
  readonly partnerId: string;
  readonly assetId: number;
  readonly receiver: string;
  readonly baseUnits: BaseUnits;
  readonly memo: string;
  /** REVERTS: seen in a block that disappears before it is final. */
  readonly fate: 'LANDS' | 'REVERTS';
  /** Arrives in the first block after this time; null: in the next block. */
  readonly after: Iso | null;
}

export interface CreditToPlay {
  readonly partnerId: string;
  readonly wallet: string;
  readonly assetId: number;
  readonly baseUnits: BaseUnits;
  /** The allowance of the spender from then on; null: unchanged. */
  readonly allowance: BaseUnits | null;
}

export interface PlayedTransaction {
  readonly txid: string;
  readonly minedAt: Iso;
  readonly finalAt: Iso;
}

export interface NetworkControls {
  readonly placeDeposit: (deposit: DepositToPlay) => Promise<PlayedTransaction>;
  readonly creditWallet: (credit: CreditToPlay) => Promise<PlayedTransaction>;
}

/** A PIX of a simulated payer. Absent: exactly the charge, by its payer, now. */
export interface SimulatedPix {
  readonly amountCents?: Cents;
  readonly payerTaxId?: string;
  readonly paidAtMs?: number;
}

export type DeliveryDecision = 'CONFIRMED' | 'FAILED';

/** ACCEPTED: the bank gives the PIX back to its payer. */
export type DisputeDecision = 'ACCEPTED' | 'REJECTED';

/** No call here changes the ledger. Refuses WRONG_STATE; the first decision stays, and its repetition succeeds. */
export interface SandboxControls extends NetworkControls {
  /** Refuses VALIDATION_ERROR above the rest that can be returned. */
  readonly decidePayout: (key: SandboxOrderKey, decision: PayoutDecision) => Promise<SimulatedPayout>;
  /** A reason goes with a rejection. */
  readonly decideSession: (
    key: SandboxSessionKey,
    decision: SessionDecision,
    reason?: ProviderRejection,
  ) => Promise<void>;
  /** Each call is another PIX, in any state of the charge. */
  readonly payCharge: (key: SandboxOrderKey, pix: SimulatedPix) => Promise<Charge>;
  readonly decideDispute: (key: SandboxOrderKey, decision: DisputeDecision) => Promise<ReportedDispute>;
  readonly decideDelivery: (key: SandboxOrderKey, decision: DeliveryDecision) => Promise<void>;
  /** Moves the partner's simulated time on; answers the total advance. The service's clock stays. */
  readonly advance: (partnerId: string, ms: number) => Promise<number>;
  /** Empties the partner's books and puts its time back. */
  readonly reset: (partnerId: string) => Promise<void>;
}
