import type { Decider } from '../decider';
import type { Mode } from '../partner/events';
import { rejection } from '../rejection';
import type { Sealed } from '../sealed';
import { block, type ChangeBlock, unblock } from './change-block';
import type {
  KycStatus,
  PersonalDataOpened,
  PersonalField,
  UserEvent,
  UserRegistered,
  UserStanding,
  Wallet,
} from './events';
import { type FiscalSubject, fiscalSubjectOf } from './fiscal-subject';
import {
  type FollowedSession,
  type FollowKycSession,
  followSession,
  NO_SESSION,
  sessionFollowed,
} from './follow-session';

export type UserState = { readonly status: 'NONE' } | KnownUser | ErasedUser;

export interface ErasedUser {
  readonly status: 'ERASED';
  readonly destroyedFiscal: readonly FiscalSubject[];
}

export interface KnownUser {
  readonly status: 'ACTIVE' | 'BLOCKED';
  readonly partnerId: string;
  readonly mode: Mode;
  readonly kyc: KycStatus;
  readonly externalUserId: Sealed | null;
  readonly wallet: Wallet | null;
  readonly changes: number;
  readonly isBlockedForErasure: boolean;
  readonly unblocks: number;
  readonly destroyedFiscal: readonly FiscalSubject[];
  readonly session: FollowedSession;
}

export type UserCommand =
  | { readonly type: 'RegisterUser'; readonly user: UserRegistered }
  | { readonly type: 'LinkWallet'; readonly userId: string; readonly wallet: Wallet; readonly now: string }
  /** ChangeWallet and ChangeExternalId need the current `changes`: a decision on an older state is refused. */
  | {
      readonly type: 'ChangeWallet';
      readonly userId: string;
      readonly wallet: Wallet;
      readonly changes: number;
      readonly now: string;
    }
  | {
      readonly type: 'ChangeExternalId';
      readonly userId: string;
      readonly externalUserId: Sealed;
      readonly changes: number;
      readonly now: string;
    }
  | { readonly type: 'ChangeKycStatus'; readonly userId: string; readonly status: KycStatus; readonly now: string }
  | FollowKycSession
  | ChangeBlock
  | (Omit<PersonalDataOpened, 'fields' | 'openedAt'> & {
      readonly type: 'OpenPersonalData';
      /** Absent: the external id. */
      readonly field?: PersonalField;
      readonly now: string;
    })
  | DestroyFiscalKey
  | EraseUser;

/** `unblocks` at the start of the search: only a continuous block prevents new payments. */
export interface EraseUser {
  readonly type: 'EraseUser';
  readonly userId: string;
  readonly unblocks: number;
  readonly reason: string;
  readonly now: string;
}

export interface DestroyFiscalKey {
  readonly type: 'DestroyFiscalKey';
  readonly userId: string;
  readonly subjectId: FiscalSubject;
  readonly lastSealedAt: string;
  readonly retentionYears: number;
  readonly now: string;
}

const evolve = (state: UserState, event: UserEvent): UserState => {
  if (event.type === 'UserRegistered') return registered(event.data);
  const destroyedFiscal = state.status === 'NONE' ? [] : state.destroyedFiscal;
  if (event.type === 'SubjectErased') return { status: 'ERASED', destroyedFiscal };
  if (state.status === 'NONE') return state;
  if (event.type === 'FiscalKeyDestroyed') {
    return { ...state, destroyedFiscal: [...destroyedFiscal, event.data.subjectId] };
  }
  return 'kyc' in state ? { ...state, ...changeOf(state, event) } : state;
};

const registered = ({ partnerId, mode, externalUserId, wallet }: UserRegistered): KnownUser => ({
  ...{ status: 'ACTIVE', kyc: 'PENDING', changes: 0, unblocks: 0, destroyedFiscal: [], session: NO_SESSION },
  ...{ partnerId, mode, externalUserId, wallet, isBlockedForErasure: false },
});

type EventOfKnownUser = Exclude<
  UserEvent,
  { readonly type: 'UserRegistered' | 'SubjectErased' | 'FiscalKeyDestroyed' }
>;

const changeOf = ({ changes, unblocks, session }: KnownUser, event: EventOfKnownUser): Partial<KnownUser> => {
  switch (event.type) {
    case 'WalletLinked':
      return { wallet: event.data.wallet, changes: changes + 1 };
    case 'WalletChanged':
      return { wallet: event.data.after, changes: changes + 1 };
    case 'ExternalIdChanged':
      return { externalUserId: event.data.after, changes: changes + 1 };
    case 'KycStatusChanged':
      return { kyc: event.data.status, session: { ...session, approvedBy: null } };
    case 'KycSessionFollowed':
      return { session: sessionFollowed(session, event.data) };
    case 'UserBlocked':
      return { status: 'BLOCKED', isBlockedForErasure: event.data.isForErasure === true };
    case 'UserUnblocked':
      return { status: 'ACTIVE', isBlockedForErasure: false, unblocks: unblocks + 1 };
    case 'PersonalDataOpened':
      return {};
  }
};

const decide = (state: UserState, command: UserCommand): readonly UserEvent[] => {
  if (command.type === 'RegisterUser') {
    return state.status === 'NONE' ? [{ type: 'UserRegistered', data: command.user }] : [];
  }
  if (state.status === 'NONE') throw rejection('USER_NOT_FOUND', 'No such user');
  if (command.type === 'EraseUser') return erase(state, command);
  if (command.type === 'DestroyFiscalKey') return destroyFiscalKey(state, command);
  if (state.status === 'ERASED') throw rejection('USER_NOT_FOUND', 'The user was erased');
  return decideOnKnownUser(state, command);
};

type CommandOnKnownUser = Exclude<UserCommand, { readonly type: 'RegisterUser' | 'EraseUser' | 'DestroyFiscalKey' }>;

const decideOnKnownUser = (state: KnownUser, command: CommandOnKnownUser): readonly UserEvent[] => {
  const { userId, now } = command;
  switch (command.type) {
    case 'LinkWallet':
      if (sameWallet(state.wallet, command.wallet)) return [];
      if (state.wallet !== null) throw rejection('USER_CONFLICT', 'The user has a different wallet');
      return [{ type: 'WalletLinked', data: { userId, wallet: command.wallet, linkedAt: now } }];
    case 'ChangeWallet':
    case 'ChangeExternalId':
      return [changeId(state, command)];
    case 'ChangeKycStatus':
      if (state.kyc === command.status) return [];
      return [
        {
          type: 'KycStatusChanged',
          data: { userId, status: command.status, previousStatus: state.kyc, changedAt: now },
        },
      ];
    case 'FollowKycSession':
      return followSession(state, command);
    case 'BlockUser':
    case 'UnblockUser':
      return command.type === 'BlockUser' ? block(state, command) : unblock(state, command);
    case 'OpenPersonalData': {
      const { type: _type, now: openedAt, field = 'externalUserId', ...said } = command;
      if (field === 'externalUserId' && state.externalUserId === null) return [];
      return [{ type: 'PersonalDataOpened', data: { ...said, fields: [field], openedAt } }];
    }
  }
};

type ChangeId = Extract<UserCommand, { readonly type: 'ChangeWallet' | 'ChangeExternalId' }>;

const changeId = (state: KnownUser, command: ChangeId): UserEvent => {
  if (state.changes !== command.changes)
    throw rejection('CONCURRENT_OPERATION', 'Another request has changed the user');
  const { userId, now: changedAt } = command;
  const kycStatus = standingOf(state);
  return command.type === 'ChangeWallet'
    ? { type: 'WalletChanged', data: { userId, before: state.wallet, after: command.wallet, kycStatus, changedAt } }
    : {
        type: 'ExternalIdChanged',
        data: { userId, before: state.externalUserId, after: command.externalUserId, kycStatus, changedAt },
      };
};

const erase = (state: KnownUser | ErasedUser, { userId, unblocks, reason, now }: EraseUser): readonly UserEvent[] => {
  if (state.status === 'ERASED') return [];
  if (state.status !== 'BLOCKED' || state.unblocks !== unblocks) {
    throw rejection('WRONG_STATE', 'The user was unblocked during the erasure: repeat it');
  }
  return [{ type: 'SubjectErased', data: { subjectId: userId, reason, erasedAt: now } }];
};

const destroyFiscalKey = (
  state: KnownUser | ErasedUser,
  { type: _, now: destroyedAt, ...said }: DestroyFiscalKey,
): readonly UserEvent[] => {
  if (state.destroyedFiscal.includes(said.subjectId)) return [];
  if (said.subjectId !== fiscalSubjectNow(said.userId, state)) {
    throw rejection('WRONG_STATE', 'This fiscal key does not exist');
  }
  return [{ type: 'FiscalKeyDestroyed', data: { ...said, destroyedAt } }];
};

export const fiscalSubjectNow = (userId: string, { destroyedFiscal }: KnownUser | ErasedUser): FiscalSubject =>
  fiscalSubjectOf(userId, destroyedFiscal.length);

export const sameWallet = (left: Wallet | null, right: Wallet): boolean =>
  left !== null && left.pubkey === right.pubkey && left.blockchain === right.blockchain;

export const kycStatusOf = (state: UserState): UserStanding | null => ('kyc' in state ? standingOf(state) : null);

const standingOf = ({ status, kyc }: KnownUser): UserStanding => (status === 'BLOCKED' ? 'BLOCKED' : kyc);

/** Only APPROVED may pay (specification, part 3). Throws USER_NOT_FOUND, USER_BLOCKED or INSUFFICIENT_KYC. */
export const mustBeAllowedToPay = (standing: UserStanding | null): void => {
  if (standing === null) throw rejection('USER_NOT_FOUND', 'No such user');
  if (standing === 'BLOCKED') throw rejection('USER_BLOCKED', 'The user is blocked');
  if (standing !== 'APPROVED') throw rejection('INSUFFICIENT_KYC', 'This operation requires kycStatus APPROVED');
};

export const user: Decider<UserState, UserCommand, UserEvent> = {
  category: 'user',
  initial: { status: 'NONE' },
  evolve,
  decide,
};
