import type { ClientBase } from 'pg';
import type { EventOf, Position, Recorded } from '../../../aggregates/events';
import type { ParkedFrom, ParkedStreams } from '../faulty/parked';

/** A stream that an operator closed, and the position of its closing. */
export interface Closing {
  readonly stream: string;
  readonly position: Position;
}

const isClosing = (event: Recorded): event is Recorded<EventOf<'StreamClosed'>> => event.type === 'StreamClosed';

export const closingsAmong = (events: readonly Recorded[]): readonly Closing[] =>
  events.filter(isClosing).map(({ data: { stream }, position }) => ({ stream, position }));

/** Streams to skip after closings: a parked stream from its parking on, another one from its closing on. */
export const afterClosings = (parked: ParkedStreams, closings: readonly Closing[]): ParkedStreams => {
  if (closings.length === 0) return parked;
  const closed = ({ stream, position }: Closing): readonly [string, ParkedFrom] => {
    const from = parked.get(stream) ?? { revision: null, position };
    return [stream, { ...from, isClosed: true }];
  };
  return new Map([...parked, ...closings.map(closed)]);
};

/** Events that may be replayed later; events of a closed stream never are. */
export const stillParked = <Event extends { readonly stream: string }>(
  parked: ParkedStreams,
  events: readonly Event[],
): readonly Event[] => events.filter(({ stream }) => parked.get(stream)?.isClosed !== true);

/** Ends the parking of these streams, and deletes the events that were kept for a replay. */
export async function closeStreams(
  client: ClientBase,
  projection: string,
  closings: readonly Closing[],
): Promise<void> {
  for (const { stream, position } of closings) {
    await client.query(
      `WITH ended AS (DELETE FROM lastro.parked_streams WHERE projection = $1 AND stream = $2 RETURNING *)
        INSERT INTO lastro.closed_streams (projection, stream, from_revision, from_commit, from_prepare)
        SELECT $1, $2, ended.from_revision, coalesce(ended.from_commit, $3), coalesce(ended.from_prepare, $4)
          FROM (SELECT) AS one LEFT JOIN ended ON true
        ON CONFLICT DO NOTHING`,
      [projection, stream, position.commit.toString(), position.prepare.toString()],
    );
  }
}
