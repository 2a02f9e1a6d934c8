import type { Client, ClientBase } from 'pg';
import type { Table } from '../../../read-models/table';
import { LIVE_SCHEMA } from '../../projections/live/row-store';
import { copyRows } from '../../projections/rebuild/copy-rows';
import type { MovedPlace } from './moved-place';

/** What is beside the rows while a ledger moves: there, and then whole, or not there at all. */
const PLACES: Table = {
  name: 'moved_places',
  key: 'event_id',
  columns: {
    ...{ move_id: 'text', event_id: 'text', stream: 'text', revision: 'bigint' },
    ...{ from_commit: 'bigint', from_prepare: 'bigint', to_commit: 'bigint', to_prepare: 'bigint' },
  },
};

const DROP = 'DROP TABLE IF EXISTS lastro.moved_places';

const CREATE = `CREATE TABLE lastro.moved_places (
  move_id text NOT NULL,
  event_id text NOT NULL,
  stream text NOT NULL,
  revision bigint NOT NULL,
  from_commit bigint NOT NULL,
  from_prepare bigint NOT NULL,
  to_commit bigint NOT NULL,
  to_prepare bigint NOT NULL
)`;

const INDEX = `ALTER TABLE lastro.moved_places ADD PRIMARY KEY (event_id), ADD UNIQUE (stream, revision),
    ADD UNIQUE (from_commit, from_prepare);
  ANALYZE lastro.moved_places`;

const OUT_OF_ORDER = `SELECT event_id FROM (
    SELECT event_id, to_commit, to_prepare,
           lag(to_commit) OVER log AS earlier_commit, lag(to_prepare) OVER log AS earlier_prepare
      FROM lastro.moved_places WINDOW log AS (ORDER BY from_commit, from_prepare)) AS places
  WHERE (to_commit, to_prepare) <= (earlier_commit, earlier_prepare) LIMIT 1`;

const rowOf = (moveId: string, { eventId, stream, revision, from, to }: MovedPlace) => ({
  ...{ move_id: moveId, event_id: eventId, stream, revision },
  ...{ from_commit: from.commit.toString(), from_prepare: from.prepare.toString() },
  ...{ to_commit: to.commit.toString(), to_prepare: to.prepare.toString() },
});

/** Within the client's transaction; what an earlier run has left is replaced. Rejects unless both logs have one order. */
export async function fillPlaces(
  client: Client,
  moveId: string,
  places: AsyncIterable<readonly MovedPlace[]>,
  onProgress: (places: number) => void,
): Promise<void> {
  await client.query(`${DROP}; ${CREATE}`);
  let count = 0;
  for await (const some of places) {
    const rows = some.map((place) => rowOf(moveId, place));
    await copyRows(client, LIVE_SCHEMA, PLACES, rows);
    count += some.length;
    onProgress(count);
  }
  await client.query(INDEX);
  await mustBeInOrder(client);
}

/** A checkpoint in the middle of the log would skip events, or repeat some. */
async function mustBeInOrder(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ event_id: string }>(OUT_OF_ORDER);
  if (rows[0] !== undefined) throw new Error(`The target has event ${rows[0].event_id} in another order`);
}

/** Rejects when nothing is beside, or what another move has left. */
export async function mustBeBeside(client: ClientBase, moveId: string): Promise<void> {
  const table = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('lastro.moved_places') IS NOT NULL AS exists`,
  );
  if (table.rows[0]?.exists !== true) throw new Error(`Nothing of move ${moveId} is beside the rows`);
  const { rows } = await client.query<{ move_id: string }>('SELECT move_id FROM lastro.moved_places LIMIT 1');
  const other = rows.find(({ move_id }) => move_id !== moveId);
  if (other !== undefined) throw new Error(`What is beside the rows is of move ${other.move_id}, not ${moveId}`);
}

export async function dropPlaces(client: ClientBase): Promise<void> {
  await client.query(DROP);
}
