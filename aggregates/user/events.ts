import type { Mode } from '../partner/events';
import type { Sealed } from '../sealed';

export type KycStatus = 'PENDING' | 'SUBMITTED' | 'APPROVED' | 'REJECTED';

/** What the outside sees: BLOCKED hides the KYC status until the user is unblocked. */
export type UserStanding = KycStatus | 'BLOCKED';

/**
 * UserRegistered -> WalletLinked, WalletChanged, ExternalIdChanged, KycStatusChanged, UserBlocked -> UserUnblocked,
 * PersonalDataOpened -> SubjectErased: a user of one (partner, mode).
 */
export type UserEvent =
  | { readonly type: 'UserRegistered'; readonly data: UserRegistered }
  | { readonly type: 'WalletLinked'; readonly data: WalletLinked }
  | { readonly type: 'WalletChanged'; readonly data: WalletChanged }
  | { readonly type: 'ExternalIdChanged'; readonly data: ExternalIdChanged }
  | { readonly type: 'KycStatusChanged'; readonly data: KycStatusChanged }
  | {
      readonly type: 'UserBlocked';
      readonly data: { readonly userId: string; readonly reason: string; readonly blockedAt: string };
    }
  | {
      readonly type: 'UserUnblocked';
      readonly data: { readonly userId: string; readonly reason: string; readonly unblockedAt: string };
    }
  | { readonly type: 'PersonalDataOpened'; readonly data: PersonalDataOpened }
  | {
      readonly type: 'SubjectErased';
      readonly data: { readonly subjectId: string; readonly reason: string; readonly erasedAt: string };
    };

export interface UserRegistered {
  readonly userId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  /** The partner's own id of the user. It may be an e-mail or a document, so it is sealed. */
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

/** One wallet for another; who asked is in the metadata. */
export interface WalletChanged {
  readonly userId: string;
  readonly before: Wallet | null;
  readonly after: Wallet;
  /** How the user stood, and stands: KYC is of the person, whatever wallet the person has. */
  readonly kycStatus: UserStanding;
  readonly changedAt: string;
}

/** One id of the partner's for another; who asked is in the metadata. */
export interface ExternalIdChanged {
  readonly userId: string;
  readonly before: Sealed | null;
  readonly after: Sealed;
  /** As in WalletChanged. */
  readonly kycStatus: UserStanding;
  readonly changedAt: string;
}

export interface KycStatusChanged {
  readonly userId: string;
  readonly status: KycStatus;
  readonly previousStatus: KycStatus;
  readonly changedAt: string;
}

/** What is sealed of a user and an operator may ask to see. */
export type PersonalField = 'externalUserId';

/** An operator has been shown what is sealed; who it was is in the metadata. Written before anything is opened. */
export interface PersonalDataOpened {
  readonly userId: string;
  readonly fields: readonly PersonalField[];
  readonly reason: string;
  readonly openedAt: string;
}
