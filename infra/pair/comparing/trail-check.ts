import type { Client } from 'pg';
import { isAfter, type Position, type Recorded } from '../../../aggregates/events';
import { isParked, type ParkedStreams } from '../../projections/live/parked';

/** A row of the audit trail, by what names its event. */
interface TrailRow {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly commit: bigint;
}

/** What rows and log contradict each other in; the row's or the event's own words. */
export interface TrailFault {
  readonly is: 'ROW_ALONE' | 'EVENT_ALONE' | 'ROW_OF_ANOTHER';
  readonly eventId: string;
  readonly stream: string;
  readonly says: string;
}

const ROWS_PER_FETCH = 2_000;

const ROWS = `DECLARE trail NO SCROLL CURSOR FOR
  SELECT event_id AS id, stream, revision, position_commit::text AS commit FROM lastro.audit_trail
   ORDER BY position_commit, revision`;

/** In the order of positions; the transaction is the caller's. */
async function* trailRows(client: Client): AsyncGenerator<TrailRow, void> {
  await client.query(ROWS);
  for (;;) {
    const { rows } = await client.query<Omit<TrailRow, 'commit'> & { commit: string }>(
      `FETCH ${ROWS_PER_FETCH} FROM trail`,
    );
    for (const row of rows) yield { ...row, commit: BigInt(row.commit) };
    if (rows.length < ROWS_PER_FETCH) return;
  }
}

export interface TrailScope {
  readonly parked: ParkedStreams;
  /** The audit trail's checkpoint: each event of ours up to here has its row, unless its stream is parked. */
  readonly upTo: Position;
  readonly onFault: (fault: TrailFault) => void;
  /** Nothing more is asked for. */
  readonly isEnough: () => boolean;
}

/** Merges the rows with the log's events, both in order: whatever one of both has alone is a fault. */
export function createTrailCheck(client: Client, { parked, upTo, onFault, isEnough }: TrailScope) {
  const rows = trailRows(client);
  /** Rows at the position of the last event, by id: events of one append may share it. */
  const here = new Map<string, TrailRow>();
  let next: TrailRow | null | undefined;

  const peek = async (): Promise<TrailRow | null> => {
    if (next === undefined) {
      const row = await rows.next();
      next = row.done === true ? null : row.value;
    }
    return next;
  };
  const passTo = async (commit: bigint): Promise<void> => {
    if ([...here.values()].some((row) => row.commit < commit)) leave();
    for (let row = await peek(); row !== null && row.commit <= commit; row = await peek()) {
      if (row.commit === commit) here.set(row.id, row);
      else onFault(rowAlone(row));
      next = undefined;
      if (isEnough()) return;
    }
  };
  const leave = (): void => {
    for (const row of here.values()) onFault(rowAlone(row));
    here.clear();
  };

  return {
    see: async (event: Recorded): Promise<void> => {
      await passTo(event.position.commit);
      const row = here.get(event.id);
      here.delete(event.id);
      if (row !== undefined) {
        if (row.stream !== event.stream || row.revision !== event.revision) onFault(rowOfAnother(row, event));
      } else if (!isAfter(event.position, upTo) && !isParked(parked, event)) onFault(eventAlone(event));
    },
    end: async (): Promise<void> => {
      leave();
      for (let row = await peek(); row !== null && !isEnough(); row = await peek()) {
        onFault(rowAlone(row));
        next = undefined;
      }
    },
  };
}

const rowAlone = ({ id, stream, revision, commit }: TrailRow): TrailFault => ({
  ...{ is: 'ROW_ALONE', eventId: id, stream },
  says: `event ${id}, ${stream}@${revision} at ${commit} by the audit trail, is not in the log`,
});

const rowOfAnother = ({ id, stream, revision }: TrailRow, event: Recorded): TrailFault => ({
  ...{ is: 'ROW_OF_ANOTHER', eventId: id, stream },
  says: `event ${id} is ${stream}@${revision} by the audit trail, ${event.stream}@${event.revision} by the log`,
});

const eventAlone = ({ id, stream, revision, position: { commit } }: Recorded): TrailFault => ({
  ...{ is: 'EVENT_ALONE', eventId: id, stream },
  says: `event ${id}, ${stream}@${revision} at ${commit} by the log, has no row in the audit trail`,
});
