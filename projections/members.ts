import type { MemberEvent } from '../aggregates/members/events';
import { memberKeyOf, members } from '../read-models/partners/members';
import type { SealedValue } from '../read-models/partners/partner-secrets';
import { type Handlers, patch, put } from './projection';

/** A part of the projection of accounts: a session is a credential. */
export const memberHandlers: Handlers<MemberEvent> = {
  PartnerMemberInvited: ({ data: { partnerId, memberId, email, role, invitedAt } }) => [
    put(members, {
      ...{ member: memberKeyOf(partnerId, memberId), partner_id: partnerId, member_id: memberId },
      ...{ email: email as object as SealedValue, role, status: 'INVITED', invited_at: invitedAt, joined_at: null },
    }),
  ],
  PartnerMemberJoined: ({ data: { partnerId, memberId, joinedAt } }, get) =>
    patch(members, get, memberKeyOf(partnerId, memberId), { status: 'JOINED', joined_at: joinedAt }),
  PartnerMemberRoleChanged: ({ data: { partnerId, memberId, role } }, get) =>
    patch(members, get, memberKeyOf(partnerId, memberId), { role }),
  PartnerMemberRemoved: ({ data: { partnerId, memberId } }, get) =>
    patch(members, get, memberKeyOf(partnerId, memberId), { status: 'REMOVED' }),
};
