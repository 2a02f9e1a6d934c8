import { sealed, time } from '../../packages/testing/src/samples/sample-data';
import { recorded } from '../../packages/testing/src/samples/sample-events';
import { accounts } from '../../projections/accounts';
import { type MemberRow, members } from '../../read-models/partners/members';
import { givenRows, row } from '../given';

const invited: MemberRow = {
  ...{ member: 'p1:member1', partner_id: 'p1', member_id: 'member1', email: { ...sealed('member1') } },
  ...{ role: 'owner', status: 'INVITED', invited_at: time(-840), joined_at: null },
};

test('PartnerMemberInvited makes a row, and a new one for a removed member', () => {
  givenRows(accounts).when(recorded('PartnerMemberInvited')).thenRows(row(members, invited));
  givenRows(accounts, row(members, { ...invited, status: 'REMOVED', joined_at: time(-900) }))
    .when(recorded('PartnerMemberInvited'))
    .thenRows(row(members, invited));
});
test('PartnerMemberJoined keeps the time', () =>
  givenRows(accounts, row(members, invited))
    .when(recorded('PartnerMemberJoined'))
    .thenRows(row(members, { ...invited, status: 'JOINED', joined_at: time(-830) })));
test('PartnerMemberRoleChanged changes the role alone', () =>
  givenRows(accounts, row(members, invited))
    .when(recorded('PartnerMemberRoleChanged'))
    .thenRows(row(members, { ...invited, role: 'developer' })));
test('PartnerMemberRemoved keeps the row', () =>
  givenRows(accounts, row(members, invited))
    .when(recorded('PartnerMemberRemoved'))
    .thenRows(row(members, { ...invited, status: 'REMOVED' })));
