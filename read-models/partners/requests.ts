import { listStatement } from '../list-query';
import type { PartnerReader } from '../reader';

export interface RequestRow {
  readonly number: string;
  readonly at: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly code: string | null;
  readonly request_id: string;
  readonly duration_ms: number;
}

export interface RequestPage {
  readonly limit: number;
  /** Number of the last request seen. */
  readonly cursor: string | undefined;
}

/** Newest first; one row more when there is more. */
export const listRequests = (
  { query, partnerId, mode }: PartnerReader,
  { limit, cursor }: RequestPage,
): Promise<readonly RequestRow[]> => {
  const { text, values } = listStatement({
    select: `SELECT number, at, method, route, status, code, request_id, duration_ms FROM lastro.partner_requests`,
    where: [
      ['partner_id = ? AND mode = ?', partnerId, mode],
      cursor === undefined ? null : ['number < ?::bigint', cursor],
    ],
    ending: ['ORDER BY number DESC LIMIT ?', limit + 1],
  });
  return query<RequestRow>(text, values);
};
