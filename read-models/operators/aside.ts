import type { Query } from '../table';

// Across partners: never for the HTTP surface.

export interface ParkedStream {
  readonly stream: string;
  readonly since: string;
  readonly projections: readonly string[];
  readonly error: string;
}

export interface ClosedStream {
  readonly stream: string;
  readonly detail: string;
  readonly actor: string;
  readonly reason: string;
  readonly closedAt: string;
  readonly memos: readonly string[];
  readonly lastKnown: {
    readonly status: string | null;
    readonly event: { readonly type: string; readonly revision: number; readonly at: string } | null;
  } | null;
}

const MOST = 500;

/** The longest parked first, at most 500. */
export const listParkedStreams = (query: Query): Promise<readonly ParkedStream[]> =>
  query<ParkedStream>(
    `SELECT stream, min(parked_at) AS since, array_agg(projection ORDER BY projection) AS projections, min(error) AS error
      FROM lastro.parked_streams GROUP BY stream ORDER BY since, stream LIMIT ${MOST}`,
    [],
  );

/** By name, at most 500. */
export const listClosedStreams = async (query: Query): Promise<readonly ClosedStream[]> => {
  const rows = await query<{ readonly data: ClosedStream }>(
    `SELECT data FROM lastro.audit_trail WHERE revision = 0 AND type = 'StreamClosed'
        AND stream COLLATE "C" >= 'closing-' AND stream COLLATE "C" < 'closing.'
      ORDER BY stream COLLATE "C" LIMIT ${MOST}`,
    [],
  );
  return rows.map(({ data }) => data);
};
