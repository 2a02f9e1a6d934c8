import type { PartnerReader } from '../reader';
import type { Query, Table } from '../table';
import type { SealedValue } from './partner-secrets';
import { PARTNER_ALLOWLIST, PARTNER_STATUS, type PartnerRow } from './partners';

export type MemberRow = {
  /** `<partner id>:<member id>`. */
  readonly member: string;
  readonly partner_id: string;
  readonly member_id: string;
  readonly email: SealedValue;
  readonly role: 'owner' | 'developer' | 'viewer';
  readonly status: 'INVITED' | 'JOINED' | 'REMOVED';
  readonly invited_at: string;
  readonly joined_at: string | null;
};

export const members: Table<MemberRow> = {
  name: 'members',
  key: 'member',
  columns: {
    member: 'text',
    partner_id: 'text',
    member_id: 'text',
    email: 'jsonb',
    role: 'text',
    status: 'text',
    invited_at: 'timestamptz',
    joined_at: 'timestamptz',
  },
};

export const memberKeyOf = (partnerId: string, memberId: string): string => `${partnerId}:${memberId}`;

export type MembershipRow = Pick<MemberRow, 'partner_id' | 'member_id' | 'email' | 'role' | 'invited_at'> &
  Pick<PartnerRow, 'name' | 'requests_per_minute' | 'ip_allowlist'>;

/** Memberships of a person with active partners, by the partner's name. */
export const findMemberships = (query: Query, memberId: string): Promise<readonly MembershipRow[]> =>
  query<MembershipRow>(
    `SELECT m.partner_id, m.member_id, m.email, m.role, m.invited_at, p.name, p.requests_per_minute,
            ${PARTNER_ALLOWLIST} AS ip_allowlist
       FROM lastro.members m JOIN lastro.partners p USING (partner_id)
      WHERE m.member_id = $1 AND m.status <> 'REMOVED' AND ${PARTNER_STATUS} = 'ACTIVE'
      ORDER BY p.name, p.partner_id`,
    [memberId],
  );

export const listMembers = ({ query, partnerId }: PartnerReader): Promise<readonly MemberRow[]> =>
  query<MemberRow>(
    `SELECT * FROM lastro.members WHERE partner_id = $1 AND status <> 'REMOVED' ORDER BY invited_at, member_id`,
    [partnerId],
  );
