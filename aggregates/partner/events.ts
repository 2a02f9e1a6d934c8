import type { PixKeyKind } from '../codes/pix-key';
import type { Sealed } from '../sealed';

export type Mode = 'live' | 'sandbox';

/** PLATFORM: we deliver the crypto. PARTNER: the partner's backend credits it, and is paid its part of the charge. */
export type DeliveryMode = 'PLATFORM' | 'PARTNER';

/**
 * PartnerOnboarded -> PartnerSuspended -> PartnerReinstated -> PartnerRevoked; meanwhile ApiKeyIssued -> ApiKeyRevoked,
 * DestinationRegistered -> DestinationRemoved, secrets and terms. Secrets are sealed under the partner's key.
 */
export type PartnerEvent =
  | { readonly type: 'PartnerOnboarded'; readonly data: PartnerOnboarded }
  | {
      readonly type: 'PartnerSuspended';
      readonly data: { readonly partnerId: string; readonly reason: string; readonly suspendedAt: string };
    }
  | {
      readonly type: 'PartnerReinstated';
      readonly data: { readonly partnerId: string; readonly reason: string; readonly reinstatedAt: string };
    }
  | {
      readonly type: 'PartnerRevoked';
      readonly data: { readonly partnerId: string; readonly reason: string; readonly revokedAt: string };
    }
  | { readonly type: 'ApiKeyIssued'; readonly data: ApiKeyIssued }
  | {
      readonly type: 'ApiKeyRevoked';
      readonly data: { readonly partnerId: string; readonly keyId: string; readonly revokedAt: string };
    }
  | { readonly type: 'HmacSecretIssued'; readonly data: HmacSecretIssued }
  | { readonly type: 'WebhookSecretRotated'; readonly data: WebhookSecretRotated }
  | { readonly type: 'DestinationRegistered'; readonly data: DestinationRegistered }
  | {
      readonly type: 'DestinationRemoved';
      readonly data: { readonly partnerId: string; readonly mode: Mode; readonly removedAt: string };
    }
  | { readonly type: 'PartnerTermsChanged'; readonly data: PartnerTermsChanged };

export interface PartnerOnboarded {
  readonly partnerId: string;
  readonly name: string;
  readonly onboardedAt: string;
}

export interface ApiKeyIssued {
  readonly partnerId: string;
  readonly keyId: string;
  /** Hex SHA-256 of the whole key, which is shown once and never stored. */
  readonly keyHash: string;
  readonly prefix: string;
  readonly last4: string;
  readonly name: string | null;
  readonly mode: Mode;
  readonly issuedAt: string;
}

export interface HmacSecretIssued {
  readonly partnerId: string;
  readonly mode: Mode;
  /** hex(SHA-256(secret + ":" + partnerId)): equivalent to a password, so it is sealed. */
  readonly signingKey: Sealed;
  readonly issuedAt: string;
}

export interface WebhookSecretRotated {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly secret: Sealed;
  readonly rotatedAt: string;
  /** The previous secret is also valid until this time; null without one. */
  readonly previousValidUntil: string | null;
}

export interface DestinationRegistered {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly url: string;
  /** Empty: every event that is not opt-in. */
  readonly events: readonly string[];
  readonly headers: Sealed | null;
  readonly headerNames: readonly string[];
  readonly registeredAt: string;
}

/** Absent terms did not change. */
export interface PartnerTermsChanged {
  readonly partnerId: string;
  readonly ipAllowlist?: readonly string[];
  readonly features?: Readonly<Record<string, boolean>>;
  readonly feeMarkupBasisPoints?: number;
  /** For requests with the partner's own credentials; 0: no limit, null: the service's limit. */
  readonly requestsPerMinute?: number | null;
  readonly cashinDelivery?: DeliveryMode;
  /** Null: the partner has no key now, and its part is owed. */
  readonly cashinSplitKey?: SplitKey | null;
  readonly changedAt: string;
}

export interface SplitKey {
  readonly pixKey: Sealed;
  readonly pixKeyType: PixKeyKind;
  readonly pixKeyMasked: string;
}
