import type { PartnerReader } from '../reader';
import type { Query, Table, Value } from '../table';
import { deniedValue } from './denials';

export type PartnerRow = {
  readonly partner_id: string;
  readonly name: string;
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
  readonly ip_allowlist: readonly string[];
  readonly features: { readonly [feature: string]: boolean };
  readonly fee_markup_basis_points: number;
  /** 0: no limit, null: the service's limit. */
  readonly requests_per_minute: number | null;
  readonly cashin_delivery: 'PLATFORM' | 'PARTNER';
  /** A `SplitKey` (`aggregates/partner/events.ts`): the key sealed, its kind and its masked form in clear. */
  readonly cashin_split_key: {
    readonly pixKey: { readonly [name: string]: Value };
    readonly pixKeyType: string;
    readonly pixKeyMasked: string;
  } | null;
  readonly onboarded_at: string;
  readonly revision: number | null;
};

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
    cashin_delivery: 'text',
    cashin_split_key: 'jsonb',
    onboarded_at: 'timestamptz',
    revision: 'integer',
  },
};

/** SQL of the standing and allow-list of the partner `p`, including denials later than the row. */
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

/** Basis points; 0 for an unknown partner. */
export const findFeeMarkup = async ({ query, partnerId }: PartnerReader): Promise<number> => {
  const rows = await query<Pick<PartnerRow, 'fee_markup_basis_points'>>(
    'SELECT fee_markup_basis_points FROM lastro.partners WHERE partner_id = $1',
    [partnerId],
  );
  return rows[0]?.fee_markup_basis_points ?? 0;
};
