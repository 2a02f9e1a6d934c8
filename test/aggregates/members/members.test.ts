import type { MemberRole } from '../../../aggregates/members/events';
import { type MembersCommand, MOST_MEMBERS, members } from '../../../aggregates/members/members';
import { MEMBER_PERMISSIONS, type MemberPermission, memberMayDo } from '../../../aggregates/members/permissions';
import { sealed, time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const now = time(0);
const invited = (memberId: string, role: MemberRole = 'owner') =>
  event('PartnerMemberInvited', { memberId, role, email: sealed(memberId), invitedAt: now });
const joined = (memberId: string) => event('PartnerMemberJoined', { memberId, joinedAt: now });
const removed = (memberId: string) => event('PartnerMemberRemoved', { memberId, removedAt: now });
const invite = (memberId: string, role: MemberRole = 'owner'): MembersCommand => ({
  type: 'InviteMember',
  invited: { partnerId: 'p1', memberId, role, email: sealed(memberId), invitedAt: now },
});
const command = (type: 'JoinMember' | 'RemoveMember', memberId: string): MembersCommand => ({
  ...{ type, partnerId: 'p1', memberId, now },
});
const toRole = (memberId: string, role: MemberRole): MembersCommand => ({
  ...{ type: 'ChangeMemberRole', partnerId: 'p1', memberId, role, now },
});

const owner = [invited('ana'), joined('ana')] as const;

test('invites a person once', () => {
  given(members).when(invite('ana')).then(invited('ana'));
  given(members, invited('ana')).when(invite('ana')).nothing();
});

test('refuses an invitation of a member with another role', () =>
  given(members, invited('ana')).when(invite('ana', 'viewer')).rejects('WRONG_STATE'));

test('invites a removed person anew', () =>
  given(members, ...owner, invited('bob', 'viewer'), removed('bob'))
    .when(invite('bob', 'developer'))
    .then(invited('bob', 'developer')));

test('refuses an invitation above the limit, which does not count removed members', () => {
  const many = Array.from({ length: MOST_MEMBERS }, (_, index) => invited(`m${index}`, 'viewer'));
  given(members, ...many)
    .when(invite('bob'))
    .rejects('LIMIT_EXCEEDED');
  given(members, ...many, removed('m1'))
    .when(invite('bob'))
    .then(invited('bob'));
});

test('records the first sign-in after each invitation', () => {
  given(members, invited('ana')).when(command('JoinMember', 'ana')).then(joined('ana'));
  given(members, ...owner)
    .when(command('JoinMember', 'ana'))
    .nothing();
  given(members, ...owner, invited('bob'), removed('bob'))
    .when(command('JoinMember', 'bob'))
    .rejects('NOT_FOUND');
  given(members).when(command('JoinMember', 'ana')).rejects('NOT_FOUND');
});

test('changes the role of a member', () => {
  given(members, ...owner, invited('bob', 'viewer'))
    .when(toRole('bob', 'developer'))
    .then(event('PartnerMemberRoleChanged', { memberId: 'bob', role: 'developer', changedAt: now }));
  given(members, ...owner)
    .when(toRole('ana', 'owner'))
    .nothing();
  given(members, ...owner)
    .when(toRole('bob', 'owner'))
    .rejects('NOT_FOUND');
});

test('removes a member once', () => {
  given(members, ...owner, invited('bob'))
    .when(command('RemoveMember', 'bob'))
    .then(removed('bob'));
  given(members, ...owner, invited('bob'), removed('bob'))
    .when(command('RemoveMember', 'bob'))
    .nothing();
  given(members).when(command('RemoveMember', 'bob')).rejects('NOT_FOUND');
});

describe('the last owner who has signed in', () => {
  test.each([command('RemoveMember', 'ana'), toRole('ana', 'viewer')])('stays ($type)', (asked) => {
    given(members, ...owner, invited('bob'))
      .when(asked)
      .rejects('WRONG_STATE');
    given(members, ...owner, invited('bob'), joined('bob'), removed('bob'))
      .when(asked)
      .rejects('WRONG_STATE');
  });

  test('can be removed after another owner has signed in', () =>
    given(members, ...owner, invited('bob'), joined('bob'))
      .when(command('RemoveMember', 'ana'))
      .then(removed('ana')));
});

test.each<readonly [MemberRole, readonly MemberPermission[], readonly MemberPermission[]]>([
  ['owner', ['read', 'deliver', 'configure', 'administer'], MEMBER_PERMISSIONS],
  ['developer', ['read', 'deliver'], ['read', 'deliver', 'simulate', 'configure']],
  ['viewer', ['read'], ['read']],
])('gives the role %s its permissions in live and in test mode', (role, live, sandbox) => {
  const of = (mode: 'live' | 'sandbox') => MEMBER_PERMISSIONS.filter((each) => memberMayDo(role, each, mode));
  expect([of('live'), of('sandbox')]).toEqual([live, sandbox]);
});
