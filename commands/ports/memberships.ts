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
  /** Addresses and CIDRs that the partner's credentials are accepted from; empty: any. */
  readonly ipAllowlist: readonly string[];
}

export type FindMemberships = (memberId: string) => Promise<readonly Membership[]>;
