import path from 'node:path';
import type { Pool } from 'pg';
import type { LedgerEvent } from '../../../../../aggregates/events';
import { HOLDERS } from '../../../../../commands/pair/losing/holders';
import type { EventStore } from '../../../../../commands/ports/event-store';
import { systemClock } from '../../../../../infra/clock';
import { createMemoryEventStore } from '../../../../../infra/event-store/memory';
import { acceptLoss, type LosingDeps, type LossRequest } from '../../../../../infra/pair/losing/accept-loss';
import { createPool } from '../../../../../infra/postgres/pool';
import { projectRoot } from '../../../../../infra/project-root';
import { rebuildProjection } from '../../../../../infra/projections/rebuild/rebuild';
import { ensureCheckpoints } from '../../../../../infra/projections/waiting/checkpoints';
import { event } from '../../../../../packages/testing/src/samples/sample-events';
import { accounts } from '../../../../../projections/accounts';
import { webhookOutboxProjection } from '../../../../../projections/webhook-outbox';
import { prepareDatabase } from '../../../../../src/bin/ledger/store/on-stores';
import { happened } from '../../../../core';
import { silent } from '../../../../infra/projections/fixture';
import { type TestDatabase, testDatabase } from '../../../../stores/postgres';
import { passingTime } from '../manual-time';
import { copyOf, depsOn, processOn } from '../pair-world';

const OPEN: readonly LedgerEvent[] = [
  ...[
    event('DestinationRegistered'),
    event('CashoutIntentCreated'),
    event('CashoutIntentCreated', { intentId: 'cid2' }),
  ],
  event('WatermarkReached', { network: 'ethereum', blockNumber: '9000' }),
  ...[event('DepositAccepted'), event('WebhookTestRequested'), event('CashoutExpired', { intentId: 'cid2' })],
];
const LOST: readonly LedgerEvent[] = [event('PayoutRequested'), event('PayoutDispatched')];

let database: TestDatabase;
let pool: Pool;

/** The database of the file's tests, emptied after each. */
export const useDatabase = (): (() => Pool) => {
  beforeAll(async () => {
    database = await testDatabase();
    await prepareDatabase(database.url, silent as never);
    pool = createPool(database.url, silent);
  });
  afterEach(() =>
    pool.query(`TRUNCATE lastro.pair, lastro.named_checkpoints, lastro.watch_cursors, lastro.work_leases, lastro.denials,
      lastro.parked_streams, vault.lookups, vault.subject_keys CASCADE`),
  );
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
  return () => pool;
};

export const rowOf = async (table: string) =>
  (await pool.query<Record<string, unknown>>(`SELECT * FROM lastro.${table}`)).rows;

/** A service has worked on a log that went on, and is restored from a copy; by default it was led since. */
export const lostLog = async ({ isLed = true } = {}) => {
  const log = createMemoryEventStore();
  const process = processOn({ pool, url: database.url }, log);
  await process.start();
  await happened(log, ...OPEN);
  const copy = await copyOf(log);
  await happened(log, ...LOST);
  if (isLed) await process.tenure.begin(new AbortController().signal);
  await process.close();
  await ensureCheckpoints(pool, ['webhook-outbox']);
  return { log, copy, at: systemClock.iso() };
};

export const considers = async (log: EventStore, stream: string): Promise<void> => {
  const last = (await log.readStream(stream)).at(-1)!;
  const place = [`${last.position.commit}`, `${last.position.prepare}`];
  await pool.query(
    `UPDATE lastro.named_checkpoints SET stream = $1, revision = $2, event_id = $3, event_commit = $4, event_prepare = $5,
      position_commit = $4, position_prepare = $5 WHERE projection = 'webhook-outbox'`,
    [stream, last.revision, last.id, ...place],
  );
};

export const rebuildAll = async (eventStore: EventStore): Promise<void> => {
  const readModelsFolder = path.join(projectRoot(), 'read-models');
  for (const projection of [accounts, webhookOutboxProjection]) {
    const options = { databaseUrl: database.url, eventStore, projection, readModelsFolder, logger: silent };
    await rebuildProjection(options, { fromStart: true });
  }
};

export const commandOn = (store: EventStore, others: Partial<LosingDeps> = {}, asked: Partial<LossRequest> = {}) => {
  const time = passingTime();
  const deps: LosingDeps = {
    ...{ ...depsOn(pool, store, time), holders: HOLDERS, databaseUrl: database.url },
    ...{ rebuildAll: () => rebuildAll(store), ...others },
  };
  const request = {
    actor: 'ana',
    reason: 'the disk is gone',
    from: new Map<string, bigint>(),
    ...asked,
  };
  return { rests: time.rests, accept: () => acceptLoss(deps, request) };
};

export const startsOn = async (store: EventStore): Promise<string> => {
  const process = processOn({ pool, url: database.url }, store, {
    time: { nowMs: () => performance.now(), rest: async () => undefined },
  });
  return process
    .tryStart()
    .then(() => process.standing().is)
    .finally(process.close);
};
