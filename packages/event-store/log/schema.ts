import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { APPEND_FUNCTIONS } from './append-function';

/** Appends lock the only row of `head` in turn. The row never changes: a long snapshot (backup) would keep versions. */
const TABLES = `
CREATE SCHEMA IF NOT EXISTS event_store;
CREATE TABLE IF NOT EXISTS event_store.events (
  position       bigint NOT NULL PRIMARY KEY,
  stream         text COLLATE "C" NOT NULL,
  revision       bigint NOT NULL,
  id             uuid NOT NULL,
  type           text COLLATE "C" NOT NULL,
  is_json        boolean NOT NULL,
  created_ms     bigint NOT NULL,
  data           text,
  data_bytes     bytea,
  metadata       text,
  metadata_bytes bytea,
  UNIQUE (stream, revision)
);
CREATE TABLE IF NOT EXISTS event_store.head (id smallint PRIMARY KEY CHECK (id = 1));
INSERT INTO event_store.head VALUES (1) ON CONFLICT DO NOTHING;
`;

/** Also for the owner and for superusers. */
const GUARDS = `
CREATE OR REPLACE FUNCTION event_store.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'event_store.% is only added to: % is refused', TG_TABLE_NAME, TG_OP;
END $$;
CREATE OR REPLACE TRIGGER only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON event_store.events
  FOR EACH STATEMENT EXECUTE FUNCTION event_store.refuse_change();
CREATE OR REPLACE TRIGGER only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON event_store.head
  FOR EACH STATEMENT EXECUTE FUNCTION event_store.refuse_change();
`;

const SCHEMA = `${TABLES}${GUARDS}${APPEND_FUNCTIONS}`;
const MARK = `event log ${createHash('sha256').update(SCHEMA).digest('hex').slice(0, 16)}`;
const READ_MARK = `SELECT obj_description(to_regclass('event_store.head'), 'pg_class') AS mark`;

/** Processes that start together make it in turn. */
const IN_TURN = 'SELECT pg_advisory_xact_lock(1818326895, 2)';

const isCurrent = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ mark: string | null }>(READ_MARK);
  return rows[0]?.mark === MARK;
};

/** Makes the parts that are missing or of another version. */
export const prepareSchema = async (client: Client): Promise<void> => {
  if (await isCurrent(client)) return;
  const made = `BEGIN; ${IN_TURN}; ${SCHEMA}; COMMENT ON TABLE event_store.head IS '${MARK}'; COMMIT`;
  await client.query(made).catch(async (error: unknown) => {
    await client.query('ROLLBACK');
    throw error;
  });
};
