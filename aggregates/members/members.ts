import type { Decider } from '../decider';
import { rejection } from '../rejection';
import type { MemberEvent, MemberRole, PartnerMemberInvited } from './events';

interface Member {
  readonly role: MemberRole;
  readonly status: 'INVITED' | 'JOINED' | 'REMOVED';
}

export type MembersState = ReadonlyMap<string, Member>;

interface OfMember {
  readonly partnerId: string;
  readonly memberId: string;
  readonly now: string;
}

export type MembersCommand =
  | { readonly type: 'InviteMember'; readonly invited: PartnerMemberInvited }
  | ({ readonly type: 'JoinMember' } & OfMember)
  | ({ readonly type: 'ChangeMemberRole'; readonly role: MemberRole } & OfMember)
  | ({ readonly type: 'RemoveMember' } & OfMember);

const evolve = (state: MembersState, { type, data }: MemberEvent): MembersState => {
  const { memberId } = data;
  if (type === 'PartnerMemberInvited') return new Map(state).set(memberId, { role: data.role, status: 'INVITED' });
  const known = state.get(memberId);
  if (known === undefined) return state;
  switch (type) {
    case 'PartnerMemberJoined':
      return new Map(state).set(memberId, { ...known, status: 'JOINED' });
    case 'PartnerMemberRoleChanged':
      return new Map(state).set(memberId, { ...known, role: data.role });
    case 'PartnerMemberRemoved':
      return new Map(state).set(memberId, { ...known, status: 'REMOVED' });
  }
};

/** Bounds the stream's state; removed members do not count. */
export const MOST_MEMBERS = 100;

const decide = (state: MembersState, command: MembersCommand): readonly MemberEvent[] => {
  switch (command.type) {
    case 'InviteMember':
      return invite(state, command.invited);
    case 'JoinMember':
      return join(state, command);
    case 'ChangeMemberRole':
      return changeRole(state, command);
    case 'RemoveMember':
      return remove(state, command);
  }
};

const invite = (state: MembersState, invited: PartnerMemberInvited): readonly MemberEvent[] => {
  const known = state.get(invited.memberId);
  if (known !== undefined && known.status !== 'REMOVED') {
    if (known.role === invited.role) return [];
    throw rejection('WRONG_STATE', `The address belongs to a member with the role ${known.role}; change the role`);
  }
  const living = [...state.values()].filter(({ status }) => status !== 'REMOVED');
  if (living.length >= MOST_MEMBERS) throw rejection('LIMIT_EXCEEDED', `At most ${MOST_MEMBERS} members; remove one`);
  return [{ type: 'PartnerMemberInvited', data: invited }];
};

const join = (state: MembersState, { partnerId, memberId, now }: OfMember): readonly MemberEvent[] =>
  living(state, memberId).status === 'JOINED'
    ? []
    : [{ type: 'PartnerMemberJoined', data: { partnerId, memberId, joinedAt: now } }];

const changeRole = (
  state: MembersState,
  { partnerId, memberId, role, now }: Extract<MembersCommand, { type: 'ChangeMemberRole' }>,
): readonly MemberEvent[] => {
  if (living(state, memberId).role === role) return [];
  mustLeaveAnOwner(state, memberId);
  return [{ type: 'PartnerMemberRoleChanged', data: { partnerId, memberId, role, changedAt: now } }];
};

const remove = (state: MembersState, { partnerId, memberId, now }: OfMember): readonly MemberEvent[] => {
  if (state.get(memberId)?.status === 'REMOVED') return [];
  living(state, memberId);
  mustLeaveAnOwner(state, memberId);
  return [{ type: 'PartnerMemberRemoved', data: { partnerId, memberId, removedAt: now } }];
};

const living = (state: MembersState, memberId: string): Member => {
  const known = state.get(memberId);
  if (known === undefined || known.status === 'REMOVED') throw rejection('NOT_FOUND', 'No such member');
  return known;
};

const isOwner = ({ role, status }: Member): boolean => role === 'owner' && status === 'JOINED';

/** An invited owner may have a wrong address: only owners who signed in count. */
const mustLeaveAnOwner = (state: MembersState, memberId: string): void => {
  const others = [...state].filter(([id, member]) => id !== memberId && isOwner(member));
  if (isOwner(living(state, memberId)) && others.length === 0)
    throw rejection('WRONG_STATE', 'The last owner cannot be removed: another owner must sign in first');
};

export const members: Decider<MembersState, MembersCommand, MemberEvent> = {
  category: 'members',
  initial: new Map(),
  evolve,
  decide,
};
