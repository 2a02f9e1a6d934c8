import type { Mode } from '../mode';
import type { Query, Table, Value } from '../table';
import { isDenied } from './denials';
import { PARTNER_ALLOWLIST, PARTNER_STATUS, type PartnerRow } from './partners';

/** A `Sealed` (`aggregates/sealed.ts`) in a row. */
export type SealedValue = { readonly [name: string]: Value };

export type PartnerSecretsRow = {
  /** `<partner id>:<mode>`. */
  readonly owner: string;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly hmac_key: SealedValue | null;
  readonly webhook_secret: SealedValue | null;
  readonly previous_webhook_secret: SealedValue | null;
  readonly previous_valid_until: string | null;
  readonly revision: number | null;
};

export const partnerSecrets: Table<PartnerSecretsRow> = {
  name: 'partner_secrets',
  key: 'owner',
  columns: {
    owner: 'text',
    partner_id: 'text',
    mode: 'text',
    hmac_key: 'jsonb',
    webhook_secret: 'jsonb',
    previous_webhook_secret: 'jsonb',
    previous_valid_until: 'timestamptz',
    revision: 'integer',
  },
};

export const ownerOf = (partnerId: string, mode: Mode): string => `${partnerId}:${mode}`;

export const findPartnerSecrets = async (
  query: Query,
  partnerId: string,
  mode: Mode,
): Promise<PartnerSecretsRow | null> => {
  const rows = await query<PartnerSecretsRow>('SELECT * FROM lastro.partner_secrets WHERE owner = $1', [
    ownerOf(partnerId, mode),
  ]);
  return rows[0] ?? null;
};

export type HmacHolder = Pick<PartnerSecretsRow, 'partner_id' | 'mode'> & {
  readonly hmac_key: SealedValue;
  readonly partner_status: PartnerRow['status'];
  readonly ip_allowlist: readonly string[];
  readonly requests_per_minute: PartnerRow['requests_per_minute'];
};

/** At most one holder per mode, without denied keys; a partner without a holder is absent. */
export const findHmacHolders = async (
  query: Query,
  partnerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly HmacHolder[]>> => {
  const rows = await query<HmacHolder>(
    `SELECT s.partner_id, s.mode, s.hmac_key, ${PARTNER_STATUS} AS partner_status, ${PARTNER_ALLOWLIST} AS ip_allowlist,
            p.requests_per_minute
       FROM lastro.partner_secrets s JOIN lastro.partners p USING (partner_id)
      WHERE s.owner = ANY ($1::text[]) AND s.hmac_key IS NOT NULL
        AND NOT ${isDenied('HMAC_SECRET', 's.owner', 's.revision')}`,
    [partnerIds.flatMap((partnerId) => [ownerOf(partnerId, 'live'), ownerOf(partnerId, 'sandbox')])],
  );
  const holders = new Map<string, readonly HmacHolder[]>();
  for (const row of rows) holders.set(row.partner_id, [...(holders.get(row.partner_id) ?? []), row]);
  return holders;
};
