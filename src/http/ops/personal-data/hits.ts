import { listUsersById, partnerNamesOf } from '../../../../read-models/operators/operator-lists';
import type { Query } from '../../../../read-models/table';
import type { OpsPersonalHit } from './search.dto';

export const personalHits = async (query: Query, userIds: readonly string[]): Promise<OpsPersonalHit[]> => {
  const rows = await listUsersById(query, userIds);
  const names = await partnerNamesOf(
    query,
    rows.map((row) => row.partner_id),
  );
  return rows.map((row) => ({
    ...{ userId: row.user_id, partnerId: row.partner_id, partnerName: names.get(row.partner_id) ?? row.partner_id },
    ...{ mode: row.mode, since: row.created_at },
  }));
};
