import type { Client, ClientBase } from 'pg';
import { type Position, START } from '../../../aggregates/events';
import { LEDGER_STREAM } from '../../../aggregates/ledger/ledger';
import type { Table } from '../../../read-models/table';
import { copyRows } from '../../postgres/copy-rows';
import { POSITIONED_TABLES, placeIn, unplacedIn } from './positioned-tables';

export interface MovedPlace {
  readonly eventId: string;
  readonly stream: string;
  readonly revision: number;
  readonly from: Position;
  readonly to: Position;
}

const TEMPORARY = 'pg_temp';

const PLACES: Table = {
  name: 'moved_places',
  key: 'event_id',
  columns: {
    ...{ event_id: 'text', stream: 'text', revision: 'bigint' },
    ...{ from_commit: 'bigint', from_prepare: 'bigint', to_commit: 'bigint', to_prepare: 'bigint' },
  },
};

const CREATE = `CREATE TEMPORARY TABLE moved_places (event_id text NOT NULL, stream text NOT NULL,
  revision bigint NOT NULL, from_commit bigint NOT NULL, from_prepare bigint NOT NULL, to_commit bigint NOT NULL,
  to_prepare bigint NOT NULL) ON COMMIT DROP`;

const INDEX = `ALTER TABLE moved_places ADD PRIMARY KEY (event_id), ADD UNIQUE (stream, revision),
    ADD UNIQUE (from_commit, from_prepare);
  ANALYZE moved_places`;

const rowOf = ({ eventId, stream, revision, from, to }: MovedPlace) => ({
  ...{ event_id: eventId, stream, revision },
  ...{ from_commit: from.commit.toString(), from_prepare: from.prepare.toString() },
  ...{ to_commit: to.commit.toString(), to_prepare: to.prepare.toString() },
});

/** Every place in both logs, in a table that ends with the client's transaction. */
export async function fillPlaces(client: Client, batches: AsyncIterable<readonly MovedPlace[]>): Promise<void> {
  await client.query(CREATE);
  for await (const batch of batches) await copyRows(client, TEMPORARY, PLACES, batch.map(rowOf));
  await client.query(INDEX);
}

const OF_IDENTITY = `stream = '${LEDGER_STREAM}'`;

/** The target's identity stream is new, and the projections will read it there. */
const FORGET_IDENTITY = [
  `DELETE FROM lastro.audit_trail WHERE ${OF_IDENTITY}`,
  `DELETE FROM lastro.parked_streams WHERE ${OF_IDENTITY}`,
  // To the last earlier event that was copied; to the start if there is none.
  `UPDATE lastro.named_checkpoints AS own
    SET (stream, revision, event_id, event_commit, event_prepare) = (
      SELECT stream, revision, event_id, from_commit, from_prepare FROM moved_places
       WHERE (from_commit, from_prepare) <= (own.event_commit, own.event_prepare)
       ORDER BY from_commit DESC, from_prepare DESC LIMIT 1)
    WHERE ${OF_IDENTITY}`,
];

/** The target log ends at our last event. The new generation makes each process reload its cached rows. */
const END_CHECKPOINTS = `UPDATE lastro.named_checkpoints SET generation = generation + 1, updated_at = now(),
  position_commit = coalesce(event_commit, ${START.commit}), position_prepare = coalesce(event_prepare, ${START.prepare})`;

/** Streams that are parked whole or closed, without an event: placed at the next copied event, else at the last. */
const placeWhole = (table: string): string => `UPDATE lastro.${table} AS own SET (from_commit, from_prepare) = (
    SELECT to_commit, to_prepare FROM (
      SELECT *, (from_commit, from_prepare) < (own.from_commit, own.from_prepare) AS is_before
        FROM moved_places) AS place
     ORDER BY is_before, CASE WHEN is_before THEN -from_commit ELSE from_commit END,
       CASE WHEN is_before THEN -from_prepare ELSE from_prepare END LIMIT 1)
  WHERE EXISTS (SELECT FROM moved_places)`;

const PLACE_WHOLE_STREAMS = [
  `${placeWhole('parked_streams')} AND from_revision IS NULL`,
  // Closed streams are skipped from their revision on and were not copied: no other row needs their place.
  placeWhole('closed_streams'),
];

/** These rows only resolve old cursors, which another store does not accept. */
const PLACE_FEED = [
  'UPDATE lastro.feed_cursors SET positions_hold = false',
  `UPDATE lastro.feed_places AS own
    SET position_commit = told.position_commit, position_prepare = told.position_prepare
    FROM lastro.webhook_outbox AS told WHERE told.delivery_id = own.delivery_id`,
];

/** Rejects when a row has the position of an event that was not copied; names the table and the first such event. */
async function mustBePlaced(client: ClientBase): Promise<void> {
  for (const positioned of POSITIONED_TABLES) {
    const { rows } = await client.query<{ event: string; commit: string }>(unplacedIn(positioned));
    const [first] = rows;
    if (first === undefined) continue;
    const { event, commit } = first;
    throw new Error(
      `lastro.${positioned.table} has event ${event} at ${commit}, but no event was copied from that position`,
    );
  }
}

/** Every stored position becomes that of the same event in the target; the vault has none. `fillPlaces` comes first. */
export async function placeRows(client: ClientBase): Promise<void> {
  // Checkpoints first, as the projector and a rebuild lock them.
  await client.query('SELECT FROM lastro.named_checkpoints ORDER BY projection FOR UPDATE');
  for (const forget of FORGET_IDENTITY) await client.query(forget);
  await mustBePlaced(client);
  for (const positioned of POSITIONED_TABLES) await client.query(placeIn(positioned));
  for (const place of [END_CHECKPOINTS, ...PLACE_WHOLE_STREAMS, ...PLACE_FEED]) await client.query(place);
}
