import type { Decider } from '../decider';
import { rejection } from '../rejection';
import type { KycStatus, UserEvent, UserRegistered, Wallet } from './events';

export type UserState =
  | { readonly status: 'NONE' }
  | { readonly status: 'ACTIVE' | 'BLOCKED'; readonly kyc: KycStatus; readonly wallet: Wallet | null }
  | { readonly status: 'ERASED' };

export type UserCommand =
  | { readonly type: 'RegisterUser'; readonly user: UserRegistered }
  | { readonly type: 'LinkWallet'; readonly userId: string; readonly wallet: Wallet; readonly now: string }
  | { readonly type: 'ChangeKycStatus'; readonly userId: string; readonly status: KycStatus; readonly now: string }
  | { readonly type: 'BlockUser'; readonly userId: string; readonly reason: string; readonly now: string }
  | { readonly type: 'UnblockUser'; readonly userId: string; readonly reason: string; readonly now: string }
  | { readonly type: 'EraseUser'; readonly userId: string; readonly reason: string; readonly now: string };

const evolve = (state: UserState, event: UserEvent): UserState => {
  switch (event.type) {
    case 'UserRegistered':
      return { status: 'ACTIVE', kyc: 'PENDING', wallet: event.data.wallet };
    case 'WalletLinked':
      return 'kyc' in state ? { ...state, wallet: event.data.wallet } : state;
    case 'KycStatusChanged':
      return 'kyc' in state ? { ...state, kyc: event.data.status } : state;
    case 'UserBlocked':
      return 'kyc' in state ? { ...state, status: 'BLOCKED' } : state;
    case 'UserUnblocked':
      return 'kyc' in state ? { ...state, status: 'ACTIVE' } : state;
    case 'SubjectErased':
      return { status: 'ERASED' };
  }
};

const decide = (state: UserState, command: UserCommand): readonly UserEvent[] => {
  if (command.type === 'RegisterUser') {
    return state.status === 'NONE' ? [{ type: 'UserRegistered', data: command.user }] : [];
  }
  if (state.status === 'NONE') throw rejection('USER_NOT_FOUND', 'No such user');
  if (command.type === 'EraseUser') return erase(state, command);
  if (state.status === 'ERASED') throw rejection('USER_NOT_FOUND', 'The user was erased');
  return decideOnKnownUser(state, command);
};

type KnownUser = Extract<UserState, { readonly kyc: KycStatus }>;
type CommandOnKnownUser = Exclude<UserCommand, { readonly type: 'RegisterUser' | 'EraseUser' }>;

const decideOnKnownUser = (state: KnownUser, command: CommandOnKnownUser): readonly UserEvent[] => {
  const { userId, now } = command;
  switch (command.type) {
    case 'LinkWallet':
      if (sameWallet(state.wallet, command.wallet)) return [];
      return [{ type: 'WalletLinked', data: { userId, wallet: command.wallet, linkedAt: now } }];
    case 'ChangeKycStatus':
      if (state.kyc === command.status) return [];
      return [
        {
          type: 'KycStatusChanged',
          data: { userId, status: command.status, previousStatus: state.kyc, changedAt: now },
        },
      ];
    case 'BlockUser':
      if (state.status === 'BLOCKED') return [];
      return [{ type: 'UserBlocked', data: { userId, reason: command.reason, blockedAt: now } }];
    case 'UnblockUser':
      if (state.status === 'ACTIVE') return [];
      return [{ type: 'UserUnblocked', data: { userId, reason: command.reason, unblockedAt: now } }];
  }
};

const erase = (
  state: UserState,
  { userId, reason, now }: Extract<UserCommand, { readonly type: 'EraseUser' }>,
): readonly UserEvent[] =>
  state.status === 'ERASED' ? [] : [{ type: 'SubjectErased', data: { subjectId: userId, reason, erasedAt: now } }];

export const sameWallet = (left: Wallet | null, right: Wallet): boolean =>
  left !== null && left.pubkey === right.pubkey && left.blockchain === right.blockchain;

/** What the outside sees: BLOCKED hides the KYC status until the user is unblocked. */
export type UserStanding = KycStatus | 'BLOCKED';

/** Null for a user who was never registered or was erased. */
export const kycStatusOf = (state: UserState): UserStanding | null => {
  if (!('kyc' in state)) return null;
  return state.status === 'BLOCKED' ? 'BLOCKED' : state.kyc;
};

/** Only APPROVED quotes, creates and withdraws (specification, part 3). Refuses USER_NOT_FOUND, USER_BLOCKED, INSUFFICIENT_KYC. */
export const mustBeAllowedToPay = (standing: UserStanding | null): void => {
  if (standing === null) throw rejection('USER_NOT_FOUND', 'No such user');
  if (standing === 'BLOCKED') throw rejection('USER_BLOCKED', 'The user is blocked');
  if (standing !== 'APPROVED') throw rejection('INSUFFICIENT_KYC', 'This operation needs kycStatus APPROVED');
};

export const user: Decider<UserState, UserCommand, UserEvent> = {
  category: 'user',
  initial: { status: 'NONE' },
  evolve,
  decide,
};
