import type { MemberRole } from '../../aggregates/members/events';
import type { Sealed } from '../../aggregates/sealed';

/** A person and an active partner. */
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

/** Memberships of a person in force, by the partner's name. */
export type FindMemberships = (memberId: string) => Promise<readonly Membership[]>;
