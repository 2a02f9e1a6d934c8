import type { ClientBase, Pool } from 'pg';
import type { Recorded } from '../../../aggregates/events';

export type ParkedStreams = ReadonlyMap<string, number>;

export const isParked = (parked: ParkedStreams, event: Recorded): boolean =>
  event.revision >= (parked.get(event.stream) ?? Number.POSITIVE_INFINITY);

export async function readParked(client: Pool | ClientBase, projection: string): Promise<ParkedStreams> {
  const text = 'SELECT stream, from_revision FROM lastro.parked_streams WHERE projection = $1';
  const { rows } = await client.query<{ stream: string; from_revision: number }>(text, [projection]);
  return new Map(rows.map((row) => [row.stream, row.from_revision]));
}

/** Parks the stream from this event on; `parkEvents` writes the event itself. */
export async function parkStream(
  client: ClientBase,
  projection: string,
  event: Recorded,
  error: string,
): Promise<void> {
  const { commit, prepare } = event.position;
  await client.query(
    `INSERT INTO lastro.parked_streams (projection, stream, from_revision, from_commit, from_prepare, error)
      VALUES ($1, $2, $3, $4, $5, $6)`,
    [projection, event.stream, event.revision, commit.toString(), prepare.toString(), withoutNul(error)],
  );
}

// PostgreSQL text has no NUL, which the error may quote.
const withoutNul = (text: string): string => Buffer.from(text.replaceAll('\0', '\\0')).toString();

export async function parkEvents(client: ClientBase, projection: string, events: readonly Recorded[]): Promise<void> {
  if (events.length === 0) return;
  await client.query(
    `INSERT INTO lastro.parked_events
      (projection, stream, revision, event_id, event_type, position_commit, position_prepare)
      SELECT $1, * FROM unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])`,
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
