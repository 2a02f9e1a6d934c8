import type { ClientBase, Pool } from 'pg';
import type { Denial, RightKind } from '../../commands/ports/denials';
import { apiKeys } from '../../read-models/partners/api-keys';
import { partnerSecrets } from '../../read-models/partners/partner-secrets';
import { partners } from '../../read-models/partners/partners';
import type { Table } from '../../read-models/table';
import { users } from '../../read-models/users/users';

/** The table that is read to check each kind of right; a denial's subject is the row's key. */
const DOORS: Readonly<Record<RightKind, Pick<Table, 'name' | 'key'>>> = {
  API_KEY: apiKeys,
  HMAC_SECRET: partnerSecrets,
  PARTNER: partners,
  IP_ALLOWLIST: partners,
  USER_BLOCK: users,
  KYC_STATUS: users,
  USER: users,
};

const REMOVED_AT_ONCE = 1_000;

const IS_SETTLED = Object.entries(DOORS)
  .map(
    ([kind, { name, key }]) =>
      `kind = '${kind}' AND EXISTS (SELECT FROM lastro.${name} door
         WHERE door.${key} = d.subject AND door.revision >= d.revision)`,
  )
  .join(' OR ');

const REMOVE = `
DELETE FROM lastro.denials WHERE ctid IN (
  SELECT ctid FROM lastro.denials d WHERE ${IS_SETTLED} LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED)`;

/** Removes a batch of denials that those tables now reflect; answers their number. */
export const removeSettledDenials = async (pool: Pool): Promise<number> => (await pool.query(REMOVE)).rowCount ?? 0;

export type UnsettledDenial = Pick<Denial, 'kind' | 'subject' | 'value'>;

/** Denials that those tables do not reflect: not yet, or because the event is lost or parked. Grouped by kind. */
export const unsettledDenials = async (client: Pick<ClientBase, 'query'>): Promise<readonly UnsettledDenial[]> => {
  const { rows } = await client.query<UnsettledDenial>(
    `SELECT kind, subject, value FROM lastro.denials d WHERE NOT (${IS_SETTLED}) ORDER BY kind, subject`,
  );
  return rows;
};
