import { LEDGER_STREAM } from '../../../aggregates/ledger/ledger';

/** Each row has the position of one event. In SQL `own` is a row, `place` the positions of its event in both logs. */
export interface PositionedTable {
  readonly table: string;
  readonly commit: string;
  /** Absent where a row has the first half alone. */
  readonly prepare?: string;
  /** SQL: the place is the row's. */
  readonly isOf: string;
  readonly event: string;
  /** SQL: the affected rows; all rows unless given. */
  readonly only?: string;
}

const BY_ID = { isOf: 'place.event_id = own.event_id', event: 'own.event_id' };
const POSITION = { commit: 'position_commit', prepare: 'position_prepare' };
/** The ledger's own stream is not copied: the target begins its own. */
const IS_COPIED = `own.stream <> '${LEDGER_STREAM}'`;

export const POSITIONED_TABLES: readonly PositionedTable[] = [
  { table: 'audit_trail', commit: 'position_commit', ...BY_ID, only: IS_COPIED },
  {
    ...{ table: 'links', commit: 'position_commit', event: `'of link-' || own.link_code` },
    isOf: `place.stream = 'link-' || own.link_code AND place.revision = 0`,
  },
  { table: 'webhook_outbox', ...POSITION, ...BY_ID },
  {
    ...{ table: 'parked_streams', commit: 'from_commit', prepare: 'from_prepare' },
    ...{ event: `own.stream || '@' || own.from_revision`, only: `own.from_revision IS NOT NULL AND ${IS_COPIED}` },
    isOf: 'place.stream = own.stream AND place.revision = own.from_revision',
  },
  { table: 'parked_events', ...POSITION, ...BY_ID, only: IS_COPIED },
  { table: 'named_checkpoints', commit: 'event_commit', prepare: 'event_prepare', ...BY_ID, only: IS_COPIED },
];

const isThere = ({ commit, prepare, isOf }: PositionedTable): string => {
  const half = `${isOf} AND place.from_commit = own.${commit}`;
  return prepare === undefined ? half : `${half} AND place.from_prepare = own.${prepare}`;
};

/** The first row whose event was not copied from the row's position. */
export const unplacedIn = (positioned: PositionedTable): string => {
  const { table, commit, event, only = 'true' } = positioned;
  return `SELECT ${event} AS event, own.${commit}::text AS commit FROM lastro.${table} AS own
    WHERE ${only} AND NOT EXISTS (SELECT FROM moved_places AS place WHERE ${isThere(positioned)})
    ORDER BY own.${commit} LIMIT 1`;
};

/** Moves every row to the position of its event in the target log. */
export const placeIn = (positioned: PositionedTable): string => {
  const { table, commit, prepare, only = 'true' } = positioned;
  const second = prepare === undefined ? '' : `, ${prepare} = place.to_prepare`;
  return `UPDATE lastro.${table} AS own SET ${commit} = place.to_commit${second}
    FROM moved_places AS place WHERE ${only} AND ${isThere(positioned)}`;
};
