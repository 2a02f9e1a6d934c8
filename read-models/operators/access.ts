import { listStatement } from '../list-query';
import type { Query } from '../table';
import type { AuditPlace, AuditTrailRow } from './audit-trail';

// Across partners: never for the partners' surface.

/** As in the index `audit_trail_accesses`. */
const ACCESS = `type IN ('PersonalDataOpened', 'PersonalDataSearched', 'DataExportStarted', 'DataExported')`;

export interface AccessPage {
  readonly operatorName: string | null;
  /** ISO 8601, inclusive and exclusive; null: any. */
  readonly from: string | null;
  readonly to: string | null;
  readonly limit: number;
  readonly after: AuditPlace | null;
}

/** Openings, searches and exports, newest first; one more row when there is a next page. */
export const listAccess = (query: Query, page: AccessPage): Promise<readonly AuditTrailRow[]> => {
  const { operatorName, from, to, limit, after } = page;
  const { text, values } = listStatement({
    select: 'SELECT * FROM lastro.audit_trail',
    where: [
      [ACCESS],
      operatorName === null ? null : ['actor_id = ?', operatorName],
      from === null ? null : ['at >= ?::timestamptz', from],
      to === null ? null : ['at < ?::timestamptz', to],
      after && ['(position_commit, revision) < (?::numeric, ?::integer)', after.position_commit, after.revision],
    ],
    ending: ['ORDER BY position_commit DESC, revision DESC LIMIT ?', limit + 1],
  });
  return query<AuditTrailRow>(text, values);
};
