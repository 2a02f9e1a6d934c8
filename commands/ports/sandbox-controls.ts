import type { Cents } from '../../aggregates/money';
import type { FailureCode } from './result';

export interface SandboxOrderKey {
  readonly partnerId: string;
  readonly idempotencyKey: string;
}

/** What a partner lets its simulated bank do with a payout. */
export type PayoutDecision =
  | { readonly kind: 'SETTLE' }
  | { readonly kind: 'REJECT'; readonly code: FailureCode }
  /** Null: all that has not come back yet. */
  | { readonly kind: 'RETURN'; readonly amountCents: Cents | null };

export interface SimulatedPayout {
  readonly state: 'CREATED' | 'ACCEPTED' | 'PROCESSING' | 'SETTLED' | 'FAILED' | 'RETURNED';
  readonly amountCents: Cents;
  readonly returnedCents: Cents;
}

export type Decided =
  | { readonly kind: 'DONE'; readonly payout: SimulatedPayout }
  /** Never booked. */
  | { readonly kind: 'UNKNOWN' }
  /** It is in a state that the decision does not follow on. */
  | { readonly kind: 'TOO_LATE'; readonly state: SimulatedPayout['state'] }
  | { readonly kind: 'TOO_MUCH'; readonly leftCents: Cents };

export interface SandboxSessionKey {
  readonly partnerId: string;
  readonly providerSessionId: string;
}

export type SessionDecision = 'APPROVED' | 'REJECTED';

/** The simulators' own world: nothing here touches the ledger, which learns of it as of any provider's. */
export interface SandboxControls {
  readonly decidePayout: (key: SandboxOrderKey, decision: PayoutDecision) => Promise<Decided>;
  /** False when the simulated KYC provider has no such session. */
  readonly decideSession: (key: SandboxSessionKey, decision: SessionDecision) => Promise<boolean>;
  /** Moves the partner's simulated time on; answers how far it is ahead in all. The service's clock stays. */
  readonly advance: (partnerId: string, ms: number) => Promise<number>;
  /** Empties the partner's books and puts its time back. */
  readonly reset: (partnerId: string) => Promise<void>;
}

/** Of the simulated bank alone. */
export type BankControls = Omit<SandboxControls, 'decideSession'>;
