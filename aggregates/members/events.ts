import type { Sealed } from '../sealed';

/**
 * PartnerMemberInvited -> PartnerMemberJoined -> PartnerMemberRoleChanged -> PartnerMemberRemoved -> invited again: the
 * people of one partner who sign in to its dashboard.
 */
export type MemberEvent =
  | { readonly type: 'PartnerMemberInvited'; readonly data: PartnerMemberInvited }
  | { readonly type: 'PartnerMemberJoined'; readonly data: PartnerMemberJoined }
  | { readonly type: 'PartnerMemberRoleChanged'; readonly data: PartnerMemberRoleChanged }
  | { readonly type: 'PartnerMemberRemoved'; readonly data: PartnerMemberRemoved };

export const MEMBER_ROLES = ['owner', 'developer', 'viewer'] as const;

export type MemberRole = (typeof MEMBER_ROLES)[number];

interface OfMember {
  readonly partnerId: string;
  /** The person with one e-mail address; the same id for every partner. */
  readonly memberId: string;
}

export interface PartnerMemberInvited extends OfMember {
  readonly email: Sealed;
  readonly role: MemberRole;
  readonly invitedAt: string;
}

export interface PartnerMemberJoined extends OfMember {
  readonly joinedAt: string;
}

export interface PartnerMemberRoleChanged extends OfMember {
  readonly role: MemberRole;
  readonly changedAt: string;
}

export interface PartnerMemberRemoved extends OfMember {
  readonly removedAt: string;
}
