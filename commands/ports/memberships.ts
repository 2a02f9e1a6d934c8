import type { MemberRole } from '../../aggregates/members/events';
import type { Sealed } from '../../aggregates/sealed';

export interface Membership {
  readonly partnerId: string;
  readonly partnerName: string;
  readonly memberId: string;
  readonly email: Sealed;
  readonly role: MemberRole;
  readonly invitedAt: string;
  /** The partner's own limit; 0 for no limit, null for the default. */
  readonly requestsPerMinute: number | null;
}

export type FindMemberships = (memberId: string) => Promise<readonly Membership[]>;
