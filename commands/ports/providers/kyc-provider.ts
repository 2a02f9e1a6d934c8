import type { PersonType, ProviderRejection } from '../../../aggregates/kyc/events';
import type { Mode } from '../../../aggregates/partner/events';
import type { Iso } from '../clock';
import type { CallContext, Result } from './result';

export interface Address {
  readonly postalCode: string;
  readonly street: string;
  readonly number: string;
  readonly neighborhood: string;
  readonly city: string;
  readonly state: string;
}

/** As declared, in clear; dates YYYY-MM-DD, documents without punctuation. */
export interface DeclaredToProvider {
  readonly personType: PersonType;
  readonly document: string;
  readonly birthDate: string | null;
  readonly profile: Readonly<Record<string, unknown>>;
  readonly owners: readonly Readonly<Record<string, unknown>>[];
}

export interface StartKyc {
  /** The same key starts at most one session, and `find` uses the key. */
  readonly ref: string;
  readonly declared: DeclaredToProvider;
  readonly scenario?: string;
}

export interface KycAnswer {
  readonly providerSessionId: string;
  readonly state: 'CREATED' | 'IN_PROGRESS' | 'IN_REVIEW' | 'APPROVED' | 'REJECTED' | 'EXPIRED';
  readonly providerStatus: string;
  readonly webViewUrl?: string;
  readonly completedAt?: Iso;
  readonly rejection?: { readonly code: ProviderRejection; readonly retryAllowed: boolean };
  readonly verified?: { readonly document?: string; readonly birthDate?: string; readonly fullName?: string };
  readonly screening?: { readonly sanctionsHit: boolean; readonly pepHit: boolean };
}

export interface KycProvider {
  /** Part of the events of its sessions; never changes. */
  readonly name: string;
  readonly mode: Mode;
  readonly personTypes: readonly PersonType[];
  readonly start: (context: CallContext, request: StartKyc) => Promise<Result<KycAnswer>>;
  readonly get: (context: CallContext, providerSessionId: string) => Promise<Result<KycAnswer>>;
  /** A fresh link; the answer may be another session of the provider's. */
  readonly reopen: (context: CallContext, providerSessionId: string) => Promise<Result<KycAnswer>>;
  /** All sessions of the reference, oldest first: resolves a start whose outcome is unknown. */
  readonly find: (context: CallContext, ref: string) => Promise<Result<readonly KycAnswer[]>>;
  /** Erases the person, with all sessions of the reference. Repeatable; an unknown reference counts as erased. */
  readonly erase: (context: CallContext, ref: string) => Promise<Result<null>>;
  readonly health: (context: CallContext) => Promise<Result<null>>;
}

export interface KycProviders {
  readonly choose: (mode: Mode, personType: PersonType) => KycProvider | null;
  readonly named: (name: string, mode: Mode) => KycProvider | null;
}
