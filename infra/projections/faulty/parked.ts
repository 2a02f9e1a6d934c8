import type { ClientBase, Pool } from 'pg';
import { isAfter, type Position, type Recorded } from '../../../aggregates/events';

export interface ParkedFrom {
  /** Null: the stream as a whole, with every event after `position`. */
  readonly revision: number | null;
  readonly position: Position;
  /** Closed by an operator: the stream is no longer parked, and later events are skipped for ever. */
  readonly isClosed?: boolean;
}

export type ParkedStreams = ReadonlyMap<string, ParkedFrom>;

type Placed = Pick<Recorded, 'stream' | 'position'> & { readonly revision: number | null };

export const isParked = (parked: ParkedStreams, { stream, revision, position }: Placed): boolean => {
  const from = parked.get(stream);
  if (from === undefined) return false;
  return from.revision === null || revision === null ? !isAfter(from.position, position) : revision >= from.revision;
};

export const isSamePark = (left: ParkedFrom | undefined, right: ParkedFrom): boolean =>
  left !== undefined && left.revision === right.revision && left.position.commit === right.position.commit;

interface ParkedRow {
  readonly stream: string;
  readonly from_revision: number | null;
  readonly commit: string;
  readonly prepare: string;
  readonly closed: boolean;
}

export async function readParked(client: Pool | ClientBase, projection: string): Promise<ParkedStreams> {
  const rowsIn = (table: string, closed: boolean): string =>
    `SELECT stream, from_revision, from_commit::text AS commit, from_prepare::text AS prepare, ${closed} AS closed
      FROM lastro.${table} WHERE projection = $1`;
  const text = `${rowsIn('parked_streams', false)} UNION ALL ${rowsIn('closed_streams', true)}`;
  const { rows } = await client.query<ParkedRow>(text, [projection]);
  return new Map(
    rows.map(({ stream, from_revision: revision, commit, prepare, closed: isClosed }) => [
      stream,
      { revision, position: { commit: BigInt(commit), prepare: BigInt(prepare) }, isClosed },
    ]),
  );
}

export interface Parking {
  readonly stream: string;
  /** Parks the stream from this revision on; null: as a whole, for it can no longer be read so. */
  readonly revision: number | null;
  readonly position: Position;
  readonly error: string;
}

/** False when it is parked so already, or closed. `parkEvents` keeps the events to be replayed. */
export async function parkStream(
  client: ClientBase,
  projection: string,
  { stream, revision, position, error }: Parking,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO lastro.parked_streams (projection, stream, from_revision, from_commit, from_prepare, error)
      SELECT $1, $2, $3::int, $4::bigint, $5::bigint, $6
        WHERE NOT EXISTS (SELECT FROM lastro.closed_streams WHERE projection = $1 AND stream = $2)
      ON CONFLICT (projection, stream) DO UPDATE SET from_revision = NULL, error = EXCLUDED.error
      WHERE EXCLUDED.from_revision IS NULL AND parked_streams.from_revision IS NOT NULL`,
    [projection, stream, revision, position.commit.toString(), position.prepare.toString(), withoutNul(error)],
  );
  return rowCount === 1;
}

// PostgreSQL text has no NUL, which the error may quote.
const withoutNul = (text: string): string => Buffer.from(text.replaceAll('\0', '\\0')).toString();

/** Once each: a rebuild from the start meets them again. */
export async function parkEvents(
  client: ClientBase,
  projection: string,
  events: readonly (Pick<Recorded, 'stream' | 'revision' | 'id' | 'position'> & { readonly type: string })[],
): Promise<void> {
  if (events.length === 0) return;
  await client.query(
    `INSERT INTO lastro.parked_events
      (projection, stream, revision, event_id, event_type, position_commit, position_prepare)
      SELECT $1, * FROM unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])
      ON CONFLICT DO NOTHING`,
    [
      projection,
      events.map(({ stream }) => stream),
      events.map(({ revision }) => revision),
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ position }) => position.commit.toString()),
      events.map(({ position }) => position.prepare.toString()),
    ],
  );
}
