import type { Pool } from 'pg';
import { START } from '../../../../aggregates/events';
import { LEDGER_STREAM } from '../../../../aggregates/ledger/ledger';
import type { EventStore, Proposed } from '../../../../commands/ports/event-store';
import { systemClock } from '../../../../infra/clock';
import { createMemoryEventStore } from '../../../../infra/event-store/memory';
import { randomIds } from '../../../../infra/ids';
import type { PairTime } from '../../../../infra/pair/deps';
import type { SharedHold } from '../../../../infra/pair/holding/shared-hold';
import { createPair, type Pair } from '../../../../infra/pair/pair';
import { readPairRow } from '../../../../infra/pair/pair-row';
import { migrate, migrationFile, migrationFolder, readerRoles } from '../../../../infra/postgres/migrate';
import { createPool, PAIR_LIMITS } from '../../../../infra/postgres/pool';
import { checkpointKeeper } from '../../../../infra/projections/waiting/checkpoint-keeper';
import { event, metadata } from '../../../../packages/testing/src/samples/sample-events';
import { silent } from '../../../infra/projections/fixture';
import { testDatabase } from '../../../stores/postgres';
import { type ManualTime, manualTime } from './manual-time';

export interface Postgres {
  readonly pool: Pool;
  readonly url: string;
  readonly close: () => Promise<void>;
}

export const openPostgres = async (): Promise<Postgres> => {
  const database = await testDatabase();
  const pool = createPool(database.url, silent, { ...PAIR_LIMITS, max: 4 });
  await migrate(pool, [
    ...readerRoles(),
    migrationFile('infra/vault/vault.sql'),
    migrationFile('infra/projections/checkpoints.sql'),
    migrationFile('infra/projections/named-checkpoints.sql'),
    migrationFile('infra/projections/parked.sql'),
    migrationFile('infra/projections/parked-gone.sql'),
    migrationFile('infra/webhooks/feed-places.sql'),
    ...migrationFolder('read-models'),
    migrationFile('infra/pair/pair.sql'),
  ]);
  const close = async (): Promise<void> => {
    await pool.end();
    await database.drop();
  };
  return { pool, url: database.url, close };
};

/** An unused PostgreSQL. */
export const emptied = async ({ pool }: Postgres): Promise<void> => {
  await pool.query(`TRUNCATE lastro.pair, lastro.named_checkpoints, lastro.audit_trail,
    vault.subject_keys, vault.lookups`);
};

/** The same row on another server, as after a restore or on a standby that was promoted. */
export const cloneRow = async ({ pool: from }: Postgres, { pool: to }: Postgres): Promise<void> => {
  const { rows } = await from.query<{ row: object }>('SELECT to_jsonb(pair) AS row FROM lastro.pair AS pair');
  await to.query('DELETE FROM lastro.pair');
  await to.query('INSERT INTO lastro.pair SELECT * FROM jsonb_populate_record(NULL::lastro.pair, $1)', [rows[0]?.row]);
};

/** The first `count` events of the log, in another store. */
export const copyOf = async (store: EventStore, count = Number.POSITIVE_INFINITY): Promise<EventStore> => {
  const copy = createMemoryEventStore();
  let copied = 0;
  for await (const { stream, revision, type, data, id, metadata: own } of store.readAll(START)) {
    if (copied >= count) break;
    const proposed = { type, data, id, metadata: own } as Proposed;
    await copy.append(stream, revision === 0 ? 'no_stream' : revision - 1, [proposed]);
    copied += 1;
  }
  return copy;
};

export const away = (): Error => new Error('The event store is unreachable');
const isAway = (error: unknown): boolean => error instanceof Error && error.message === away().message;

/** A store without any answer. */
export const awayStore = (): EventStore => {
  const refuse = (): Promise<never> => Promise.reject(away());
  return { ...createMemoryEventStore(), append: refuse, readStream: refuse, head: refuse };
};

/** A store that can be another one from one moment to the next. */
export const switchable = (first: EventStore) => {
  const wire = { now: first };
  const store: EventStore = {
    append: (...given) => wire.now.append(...given),
    readStream: (...given) => wire.now.readStream(...given),
    readAll: (...given) => wire.now.readAll(...given),
    head: () => wire.now.head(),
    recordAt: (...given) => wire.now.recordAt(...given),
    recordsBefore: (...given) => wire.now.recordsBefore(...given),
    beginningOf: (...given) => wire.now.beginningOf(...given),
    subscribe: (...given) => wire.now.subscribe(...given),
  };
  return { store, wire };
};

/** The lock of the ledger, always held. */
export const HELD: SharedHold = {
  ...{ isHeld: () => true, unheld: () => null, begin: async () => undefined, close: async () => undefined },
};

export interface Process extends Pair {
  readonly time: ManualTime;
}

/** The dependencies of a process on these stores; its new connections reach `fresh`. */
export const depsOn = (pool: Pool, store: EventStore, time: PairTime, fresh: EventStore = store) => ({
  ...{ pool, store, time, isAway, hold: HELD, isEmbedded: false, clock: systemClock, ids: randomIds, logger: silent },
  keeper: checkpointKeeper({ pool, onParked: () => undefined }),
  connect: () => ({ ...fresh, close: async () => undefined }),
});

/** A process on these stores. */
export const processOn = (
  { pool }: Pick<Postgres, 'pool'> & Partial<Postgres>,
  store: EventStore,
  { fresh, ...others }: Partial<Parameters<typeof createPair>[0]> & { readonly fresh?: EventStore } = {},
): Process => {
  const time = manualTime();
  return { ...createPair({ ...depsOn(pool, store, time, fresh), ...others }), time };
};

/** An event of ordinary work. */
export const work = (type: 'UserBlocked' | 'PayoutDispatched' = 'UserBlocked', id = randomIds.uuid()): Proposed => ({
  ...event(type),
  id,
  metadata: metadata(),
});

export const identityOf = async (store: EventStore): Promise<readonly string[]> =>
  (await store.readStream(LEDGER_STREAM)).map(({ type }) => type);

export const rowOf = ({ pool }: Postgres) => readPairRow(pool);
