import type { Cents } from '../../../aggregates/money';
import type { Iso } from '../clock';
import type { Provider, Providers } from './providers';
import type { CallContext, FailureCode, Result } from './result';

/** PIX_SPLIT: a part of the charge goes to another PIX key at once. */
export type ChargeKind = 'PIX' | 'PIX_SPLIT';

export interface ChargeRequest {
  readonly idempotencyKey: string;
  readonly amount: Cents;
  /** The provider may keep it payable longer, so the caller cancels it. */
  readonly expiresAt: Iso;
  readonly description?: string;
  /** The only person who may pay, where the provider can enforce that. */
  readonly payer: { readonly name?: string; readonly taxId: string; readonly email?: string };
  readonly split?: { readonly pixKey: string; readonly amount: Cents };
  /** The adapter must not write to the socket later: RETRYABLE. */
  readonly notAfter: Iso;
  readonly scenario?: string;
}

export interface ReceivedPix {
  readonly endToEndId: string;
  readonly amount: Cents;
  /** Fee that the provider keeps; absent: none. */
  readonly fee?: Cents;
  readonly paidAt: Iso;
  /** Personal data: compared, never stored but masked. `matchesExpected`: the provider compared the tax ids. */
  readonly payer?: { readonly taxIdMasked?: string; readonly matchesExpected?: boolean };
  /** The part sent back so far, by us or by anyone else. */
  readonly refunded: Cents;
}

export interface ReportedDispute {
  readonly disputeId: string;
  readonly endToEndId: string;
  readonly amount: Cents;
  /** ACCEPTED: the money goes back to the payer. */
  readonly state: 'OPENED' | 'ACCEPTED' | 'REJECTED' | 'CANCELLED';
  readonly reason?: string;
}

export interface Charge {
  readonly idempotencyKey: string;
  readonly providerId: string;
  readonly txid: string;
  /** The state of the charge only: a cancelled charge may have been paid before, or after. */
  readonly state: 'ACTIVE' | 'PAID' | 'EXPIRED' | 'CANCELLED';
  readonly amount: Cents;
  readonly brCode: string;
  readonly qrImageUrl?: string;
  readonly payments: readonly ReceivedPix[];
  /** Absent while the split is unknown. */
  readonly split?: { readonly isApplied: boolean; readonly amount: Cents };
  readonly disputes: readonly ReportedDispute[];
}

export interface RefundRequest {
  readonly idempotencyKey: string;
  readonly chargeKey: string;
  readonly endToEndId: string;
  readonly amount: Cents;
  readonly reason: string;
  readonly notAfter: Iso;
}

export interface AskedCharge {
  readonly idempotencyKey: string;
  /** Amount of a made charge. A removed charge that the provider lost is reported as cancelled, with its payments. */
  readonly amount?: Cents;
}

/** Question about a refund. Some providers find a refund only by its payment. */
export type AskedRefund = Pick<RefundRequest, 'idempotencyKey' | 'chargeKey' | 'endToEndId'>;

export interface Refund {
  readonly idempotencyKey: string;
  readonly state: 'PROCESSING' | 'DONE' | 'FAILED';
  readonly amount: Cents;
  readonly returnId?: string;
  readonly failure?: {
    readonly code: FailureCode;
    readonly providerCode?: string;
    readonly message: string;
    readonly retryClass: boolean;
  };
}

export interface Credit {
  readonly endToEndId: string;
  /** Null when it names no charge of ours. */
  readonly chargeKey: string | null;
  readonly amount: Cents;
  readonly at: Iso;
}

/** Answers are hints for events, and a question is always allowed. */
export interface ChargeProvider extends Provider {
  readonly kinds: readonly ChargeKind[];
  /** NATIVE: `refund` knows a repeated key, so a refund may be sent twice. */
  readonly idempotency: 'NATIVE' | 'LOOKUP_ONLY';
  readonly create: (context: CallContext, request: ChargeRequest) => Promise<Result<Charge>>;
  readonly get: (context: CallContext, asked: AskedCharge) => Promise<Result<Charge>>;
  /** May answer with an earlier payment. Repeatable. */
  readonly cancel: (context: CallContext, asked: AskedCharge) => Promise<Result<Charge>>;
  readonly refund: (context: CallContext, request: RefundRequest) => Promise<Result<Refund>>;
  readonly getRefund: (context: CallContext, asked: AskedRefund) => Promise<Result<Refund>>;
  /** The complete window or a failure, never a part. */
  readonly listCredits: (context: CallContext, from: Iso, to: Iso) => Promise<Result<readonly Credit[]>>;
}

export type ChargeProviders = Providers<ChargeKind, ChargeProvider>;
