import type { Sealed } from '../../aggregates/sealed';
import type { FindMemberships } from '../../commands/ports/memberships';
import { findMemberships } from '../../read-models/partners/members';
import type { Query } from '../../read-models/table';

export const membershipsIn =
  (query: Query): FindMemberships =>
  async (memberId) =>
    (await findMemberships(query, memberId)).map((row) => ({
      ...{ partnerId: row.partner_id, partnerName: row.name, memberId: row.member_id, role: row.role },
      email: row.email as unknown as Sealed,
      ...{ invitedAt: row.invited_at, requestsPerMinute: row.requests_per_minute },
      ipAllowlist: row.ip_allowlist,
    }));
