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

export const listClosedStreams = async (query: Query): Promise<readonly ClosedStream[]> => {
  const rows = await query<{ readonly data: ClosedStream }>(
    `SELECT data FROM lastro.audit_trail WHERE revision = 0 AND type = 'StreamClosed'
        AND stream COLLATE "C" >= 'closing-' AND stream COLLATE "C" < 'closing.'
      ORDER BY stream COLLATE "C" LIMIT ${MOST}`,
    [],
  );
  return rows.map(({ data }) => data);
};

export interface CheckpointRow {
  readonly projection: string;
  /** Commit position, in digits. */
  readonly position: string;
}

export const listCheckpoints = (query: Query): Promise<readonly CheckpointRow[]> =>
  query<CheckpointRow>('SELECT projection, position_commit::text AS position FROM lastro.named_checkpoints', []);

export interface ParkedRow {
  readonly projection: string;
  readonly stream: string;
  readonly since: string;
  readonly error: string;
}

export const listParked = (query: Query): Promise<readonly ParkedRow[]> =>
  query<ParkedRow>(
    `SELECT projection, stream, parked_at AS since, error FROM lastro.parked_streams
      ORDER BY parked_at, stream LIMIT ${MOST}`,
    [],
  );
