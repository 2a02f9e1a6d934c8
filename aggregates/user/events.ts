import type { KycSessionStatus } from '../kyc/events';
import type { Mode } from '../partner/events';
import type { Sealed } from '../sealed';
import type { FiscalSubject } from './fiscal-subject';

export type KycStatus = 'PENDING' | 'SUBMITTED' | 'APPROVED' | 'REJECTED';

/** BLOCKED hides the KYC status until the user is unblocked. */
export type UserStanding = KycStatus | 'BLOCKED';

/**
 * UserRegistered -> WalletLinked, WalletChanged, ExternalIdChanged, KycStatusChanged, UserBlocked -> UserUnblocked,
 * PersonalDataOpened -> SubjectErased: a user of one (partner, mode). FiscalKeyDestroyed also after the erasure.
 */
export type UserEvent =
  | { readonly type: 'UserRegistered'; readonly data: UserRegistered }
  | { readonly type: 'WalletLinked'; readonly data: WalletLinked }
  | { readonly type: 'WalletChanged'; readonly data: WalletChanged }
  | { readonly type: 'ExternalIdChanged'; readonly data: ExternalIdChanged }
  | { readonly type: 'KycStatusChanged'; readonly data: KycStatusChanged }
  | { readonly type: 'KycSessionFollowed'; readonly data: KycSessionFollowed }
  | {
      readonly type: 'UserBlocked';
      readonly data: UserBlocked;
    }
  | {
      readonly type: 'UserUnblocked';
      readonly data: { readonly userId: string; readonly reason: string; readonly unblockedAt: string };
    }
  | { readonly type: 'PersonalDataOpened'; readonly data: PersonalDataOpened }
  | { readonly type: 'FiscalKeyDestroyed'; readonly data: FiscalKeyDestroyed }
  | {
      readonly type: 'SubjectErased';
      readonly data: { readonly subjectId: string; readonly reason: string; readonly erasedAt: string };
    };

export interface UserRegistered {
  readonly userId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  /** The partner's own id of the user; sealed, since it may be an e-mail or a document. */
  readonly externalUserId: Sealed | null;
  readonly wallet: Wallet | null;
  readonly registeredAt: string;
}

export interface Wallet {
  readonly pubkey: string;
  readonly blockchain: string;
}

export interface WalletLinked {
  readonly userId: string;
  readonly wallet: Wallet;
  readonly linkedAt: string;
}

export interface UserBlocked {
  readonly userId: string;
  readonly reason: string;
  readonly blockedAt: string;
  /** True for a block of an erasure, which ends it if it cannot erase. Absent: any other block. */
  readonly isForErasure?: true;
}

export interface WalletChanged {
  readonly userId: string;
  readonly before: Wallet | null;
  readonly after: Wallet;
  /** Unchanged: KYC belongs to the person, with any wallet. */
  readonly kycStatus: UserStanding;
  readonly changedAt: string;
}

export interface ExternalIdChanged {
  readonly userId: string;
  readonly before: Sealed | null;
  readonly after: Sealed;
  readonly kycStatus: UserStanding;
  readonly changedAt: string;
}

export interface KycStatusChanged {
  readonly userId: string;
  readonly status: KycStatus;
  readonly previousStatus: KycStatus;
  readonly changedAt: string;
}

export interface KycSessionFollowed {
  readonly userId: string;
  readonly sessionId: string;
  readonly number: number;
  readonly revision: number;
  readonly status: KycSessionStatus;
  readonly followedAt: string;
}

/** A closed list: never a secret, nor the code of a gift card. */
export type PersonalField = 'externalUserId' | 'document' | 'name' | 'birthDate' | 'payee' | 'payer';

/** Written before any value is opened; the metadata has the operator. */
export interface PersonalDataOpened {
  readonly userId: string;
  readonly fields: readonly PersonalField[];
  readonly reason: string;
  readonly intentId?: string;
  readonly withdrawId?: string;
  readonly openedAt: string;
}

/** Written before the key is destroyed; the obligation to keep its data has ended. */
export interface FiscalKeyDestroyed {
  readonly userId: string;
  readonly subjectId: FiscalSubject;
  readonly lastSealedAt: string;
  readonly retentionYears: number;
  readonly destroyedAt: string;
}
