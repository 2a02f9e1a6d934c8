import { deniedValue } from './denials';
import type { PartnerReader } from './reader';
import type { Query, Table } from './table';

export type PartnerRow = {
  readonly partner_id: string;
  readonly name: string;
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
  readonly ip_allowlist: readonly string[];
  readonly features: { readonly [feature: string]: boolean };
  readonly fee_markup_basis_points: number;
  /** Its own limit, 0 for none at all; null when it has that of everybody. */
  readonly requests_per_minute: number | null;
  readonly onboarded_at: string;
  /** Of the event that wrote the row last; null in rows of versions that did not say. */
  readonly revision: number | null;
};

/** Who may use the service, and on what terms. */
export const partners: Table<PartnerRow> = {
  name: 'partners',
  key: 'partner_id',
  columns: {
    partner_id: 'text',
    name: 'text',
    status: 'text',
    ip_allowlist: 'jsonb',
    features: 'jsonb',
    fee_markup_basis_points: 'integer',
    requests_per_minute: 'integer',
    onboarded_at: 'timestamptz',
    revision: 'integer',
  },
};

/** SQL of how the partner `p` stands and from where it may call, for doors: with what no row says yet. */
export const PARTNER_STATUS = `coalesce(${deniedValue('PARTNER', 'p.partner_id', 'p.revision')} #>> '{}', p.status)`;
export const PARTNER_ALLOWLIST = `coalesce(${deniedValue('IP_ALLOWLIST', 'p.partner_id', 'p.revision')}, p.ip_allowlist)`;

export const findPartner = async (query: Query, partnerId: string): Promise<PartnerRow | null> => {
  const rows = await query<PartnerRow>(
    `SELECT p.*, ${PARTNER_STATUS} AS status, ${PARTNER_ALLOWLIST} AS ip_allowlist
       FROM lastro.partners p WHERE p.partner_id = $1`,
    [partnerId],
  );
  return rows[0] ?? null;
};

/** What the partner adds to every fee, in basis points; 0 for a partner that is not there. */
export const findFeeMarkup = async ({ query, partnerId }: PartnerReader): Promise<number> => {
  const rows = await query<Pick<PartnerRow, 'fee_markup_basis_points'>>(
    'SELECT fee_markup_basis_points FROM lastro.partners WHERE partner_id = $1',
    [partnerId],
  );
  return rows[0]?.fee_markup_basis_points ?? 0;
};
