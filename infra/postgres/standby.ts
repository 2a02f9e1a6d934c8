import type { ClientBase } from 'pg';

/** What PostgreSQL tells of what a crash or a fail-over would cost. */
export interface Durability {
  readonly version: string;
  readonly nowMs: number;
  readonly fsync: boolean;
  readonly synchronousCommit: string;
  readonly synchronousStandbys: string;
  /** Physical standbys that follow now. */
  readonly standbys: readonly Standby[];
}

export interface Standby {
  /** Null where this role may not see it: it is no member of pg_monitor. */
  readonly state: string | null;
  readonly syncState: string | null;
}

const SETTINGS = `SELECT current_setting('server_version') AS version, current_setting('fsync') = 'on' AS fsync,
  current_setting('synchronous_commit') AS "synchronousCommit",
  current_setting('synchronous_standby_names') AS "synchronousStandbys",
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"`;

/** Without what only copies now, and subscribers of logical replication, which hold no whole database. */
const STANDBYS = `SELECT state, sync_state AS "syncState" FROM pg_stat_replication r
  WHERE state IS DISTINCT FROM 'backup'
    AND NOT EXISTS (SELECT FROM pg_replication_slots s WHERE s.active_pid = r.pid AND s.slot_type = 'logical')`;

export const readDurability = async (client: ClientBase): Promise<Durability> => {
  const settings = await client.query<Omit<Durability, 'standbys'>>(SETTINGS);
  const standbys = await client.query<Standby>(STANDBYS);
  const [row] = settings.rows;
  if (row === undefined) throw new Error('PostgreSQL tells no settings');
  return { ...row, standbys: standbys.rows };
};
