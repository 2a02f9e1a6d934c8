import type { Mode } from '../partner/events';
import type { Sealed } from '../sealed';

/** Forward only, except EXPIRED to PENDING (reopened), and APPROVED to REJECTED or EXPIRED (revoked). */
export type KycSessionStatus = 'PENDING' | 'IN_PROGRESS' | 'IN_REVIEW' | 'APPROVED' | 'REJECTED' | 'EXPIRED';

/** A natural or a legal person. */
export type PersonType = 'PF' | 'PJ';

/** KycSessionStarted -> KycSessionOpened -> KycSessionStatusChanged -> ... -> KycDataErased. */
export type KycSessionEvent =
  | { readonly type: 'KycSessionStarted'; readonly data: KycSessionStarted }
  | { readonly type: 'KycSessionOpened'; readonly data: KycSessionOpened }
  | { readonly type: 'KycSessionStatusChanged'; readonly data: KycSessionStatusChanged }
  | { readonly type: 'KycDataErased'; readonly data: KycDataErased };

export interface KycSessionFacts {
  readonly sessionId: string;
  readonly userId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly number: number;
  readonly personType: PersonType;
  readonly provider: string;
  readonly documentMasked: string;
  readonly externalUserId: Sealed;
}

/** Sealed under the user, also a company's owners. */
export interface DeclaredPerson {
  readonly document: Sealed;
  /** YYYY-MM-DD; null for a company. */
  readonly birthDate: Sealed | null;
  /** JSON of the other declared data. */
  readonly profile: Sealed;
  /** JSON of each owner; empty for a person. */
  readonly owners: readonly Sealed[];
}

export interface KycSessionStarted extends KycSessionFacts {
  readonly declared: DeclaredPerson;
  readonly startedAt: string;
  /** Sandbox only: the scenario of the simulators. */
  readonly scenario?: string;
}

export interface KycSessionOpened {
  readonly sessionId: string;
  readonly providerSessionId: string;
  /** A secret: its holder can continue in the user's place. */
  readonly webViewUrl: Sealed | null;
  readonly openedAt: string;
}

export interface KycSessionStatusChanged extends KycSessionFacts {
  readonly status: KycSessionStatus;
  readonly previousStatus: KycSessionStatus;
  readonly providerStatus: string | null;
  readonly rejectionReason: RejectionReason | null;
  readonly verified: Sealed | null;
  /** JSON of `{name?, taxId}`, sealed for the fiscal subject; with APPROVED alone, and absent in older events. */
  readonly identity?: Sealed;
  readonly changedAt: string;
}

export type ProviderRejection =
  | 'DOC_FORGED'
  | 'DOC_UNREADABLE'
  | 'FACE_MISMATCH'
  | 'LIVENESS'
  | 'DATA_MISMATCH'
  | 'UNDERAGE'
  | 'SANCTIONS'
  | 'PEP'
  | 'DUPLICATE'
  | 'REGISTRY'
  | 'OTHER';

export type RejectionReason =
  | ProviderRejection
  /** The provider never had the session. */
  | 'START_FAILED'
  /** The provider had the session, but lost it. */
  | 'FORGOTTEN';

/** After the user's own erasure: the provider reported that it holds no data of the session any more. */
export interface KycDataErased {
  readonly sessionId: string;
  readonly provider: string;
  readonly erasedAt: string;
}
