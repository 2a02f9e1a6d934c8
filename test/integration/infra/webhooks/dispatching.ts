import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Agent } from 'undici';
import type { WebhookOutcomeEvent } from '../../../../aggregates/webhook/events';
import { clockOf } from '../../../../infra/clock';
import { readerRoles } from '../../../../infra/postgres/migrate';
import type { UnrecordedOutcome } from '../../../../infra/webhooks/attempts';
import type { AttemptReport } from '../../../../infra/webhooks/delivery';
import { createAddressPolicy } from '../../../../infra/webhooks/destination/address-guard';
import { createGuardedDispatcher } from '../../../../infra/webhooks/destination/guarded-dispatcher';
import {
  createWebhookDispatcher,
  DISPATCHER_LIMITS,
  type DispatcherLimits,
  type WebhookDispatcher,
  type WebhookDispatcherDeps,
} from '../../../../infra/webhooks/sending/dispatcher';
import { testDatabase, testPool } from '../../../stores/postgres';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Grows by one with every `add`; `reaches` resolves at a size. */
export function collection<Item>() {
  const items: Item[] = [];
  const waiting = new Set<() => void>();
  const add = (item: Item) => {
    items.push(item);
    for (const check of waiting) check();
  };
  const reaches = (size: number) =>
    new Promise<readonly Item[]>((resolve) => {
      const check = () => {
        if (items.length < size) return;
        waiting.delete(check);
        resolve(items);
      };
      waiting.add(check);
      check();
    });
  return { items, add, reaches };
}

export interface Notification {
  readonly deliveryId: string;
  readonly url: string | null;
  readonly partnerId?: string;
  readonly headers?: object;
  readonly status?: string;
  readonly createdAt?: Date;
  /** Sealed. */
  readonly externalUserId?: object;
}

export const bodyOf = (deliveryId: string) =>
  `{"id":"${deliveryId}","event":"INTENT_CONFIRMED","data":{"name":"Açaí"}}`;

export interface Outbox {
  readonly pool: Pool;
  readonly agent: Agent;
  readonly end: () => Promise<void>;
}

/** A database with the outbox and the attempts; one for a file of tests. */
export async function startOutbox(): Promise<Outbox> {
  const database = await testDatabase();
  const pool = testPool({ connectionString: database.url, max: 10 });
  await pool.query('CREATE SCHEMA lastro');
  const files = [
    'infra/webhooks/feed-places.sql',
    'read-models/webhooks/webhook-outbox.sql',
    'read-models/webhooks/webhook-destinations.sql',
    'read-models/webhooks/outbox-destinations.sql',
    'infra/webhooks/attempts.sql',
    'infra/webhooks/flow.sql',
    'infra/projections/parked.sql',
    'infra/projections/parked-gone.sql',
  ];
  for (const { sql } of readerRoles()) await pool.query(sql);
  for (const file of files) {
    await pool.query(await readFile(join(__dirname, '../../../..', file), 'utf8'));
  }
  const policy = createAddressPolicy(['127.0.0.1']);
  const agent = createGuardedDispatcher({ policy, resolveHost: async () => [], connectTimeoutMs: 3_000 });
  const end = async () => {
    await agent.destroy();
    await pool.end();
    await database.drop();
  };
  return { pool, agent, end };
}

/** The emptied outbox, and dispatchers over it; one for each test. */
export async function dispatchingOver({ pool, agent }: Outbox) {
  await pool.query(`TRUNCATE lastro.webhook_outbox, lastro.webhook_destinations, lastro.outbox_destinations,
    lastro.webhook_attempts, lastro.webhook_flow`);
  return { pool, ...dispatchersOver(pool, agent), ...rowsOf(pool) };
}

export type Dispatching = Awaited<ReturnType<typeof dispatchingOver>>;

function dispatchersOver(pool: Pool, agent: Agent) {
  const started: WebhookDispatcher[] = [];
  const clock = { aheadMs: 0, ...clockOf((): number => Date.now() + clock.aheadMs) };
  const recorded = collection<UnrecordedOutcome>();
  const attempted = collection<AttemptReport>();
  const warnings = collection<string>();

  const start = (
    changes: Partial<Omit<WebhookDispatcherDeps, 'limits'>> = {},
    limits: Partial<DispatcherLimits> = {},
  ) => {
    const dispatcher = createWebhookDispatcher({
      pool,
      clock,
      dispatcher: agent,
      headerPrefix: 'App',
      retryDelaysMs: [10, 20, 40],
      timeoutMs: 5_000,
      jitter: () => 0.5,
      secretsFor: async () => [SECRET],
      openHeaders: async () => ({}),
      openExternalId: async () => null,
      receiptUrlOf: (paymentId: string) => `/receipts/${paymentId}.proof`,
      isFinished: async () => false,
      logger: { warn: (_details, message) => warnings.add(message) },
      onAttempt: attempted.add,
      owner: 'dispatcher-1',
      recordOutcome: async (finished) => recorded.add(finished),
      limits: { ...DISPATCHER_LIMITS, pollIntervalMs: 10, recordAgainMs: 10, stopTimeoutMs: 2_000, ...limits },
      ...changes,
    });
    started.push(dispatcher);
    dispatcher.start();
    return dispatcher;
  };
  const stopAll = () => Promise.all(started.splice(0).map((dispatcher) => dispatcher.stop()));
  return { clock, recorded, attempted, warnings, start, stopAll };
}

function rowsOf(pool: Pool) {
  /** The partner's new destination, as the projection of the outbox knows it. */
  const registerInOutbox = async (partnerId: string, url: string) => {
    await pool.query(
      `INSERT INTO lastro.outbox_destinations (owner, url, events) VALUES ($1, $2, '[]')
       ON CONFLICT (owner) DO UPDATE SET url = $2`,
      [`${partnerId}:sandbox`, url],
    );
  };
  /** And as both projections know it. */
  const register = async (partnerId: string, url: string, headers: object | null = null) => {
    await registerInOutbox(partnerId, url);
    await pool.query(
      `INSERT INTO lastro.webhook_destinations
         (owner, partner_id, mode, url, events, headers, header_names, created_at, updated_at)
       VALUES ($1, $2, 'sandbox', $3, '[]', $4, '[]', now(), now())
       ON CONFLICT (owner) DO UPDATE SET url = $3, headers = $4`,
      [`${partnerId}:sandbox`, partnerId, url, headers],
    );
  };
  const unregister = async (partnerId: string) => {
    await pool.query('DELETE FROM lastro.webhook_destinations WHERE partner_id = $1', [partnerId]);
    await pool.query('DELETE FROM lastro.outbox_destinations WHERE owner = $1', [`${partnerId}:sandbox`]);
  };
  const notify = async (notification: Notification) => {
    const { deliveryId, url, partnerId, headers, status, createdAt, externalUserId = null } = notification;
    if (url !== null) await register(partnerId ?? 'partner-1', url, headers ?? null);
    await pool.query(
      `INSERT INTO lastro.webhook_outbox (delivery_id, event_id, partner_id, mode, event, correlation_key, body,
         destination_url, status, position_commit, position_prepare, created_at, external_user_id)
       VALUES ($1, '0f8fad5b-d9cb-469f-a165-70867728950e', $2, 'sandbox', 'INTENT_CONFIRMED', 'bafyIntent', $3, $4, $5,
         1, 1, coalesce($6, now()), $7)`,
      [
        deliveryId,
        partnerId ?? 'partner-1',
        bodyOf(deliveryId),
        url,
        status ?? 'PENDING',
        createdAt ?? null,
        externalUserId,
      ],
    );
  };
  /** The projection's change at the replay of a delivery. */
  const replay = async (deliveryId: string) => {
    await pool.query(
      `UPDATE lastro.webhook_outbox SET status = 'PENDING', finished_at = NULL, replays = replays + 1
       WHERE delivery_id = $1`,
      [deliveryId],
    );
  };
  const attemptsOf = async (deliveryId: string) => {
    const { rows } = await pool.query('SELECT * FROM lastro.webhook_attempts WHERE delivery_id = $1', [deliveryId]);
    return rows[0] as Record<string, unknown> & { history: { status: number | null; error: string | null }[] };
  };
  /** The row that a dispatcher leaves when it is killed during an attempt. */
  const abandon = async (deliveryId: string, attempts: number, leaseUntilMs: number) => {
    await pool.query(
      `INSERT INTO lastro.webhook_attempts (delivery_id, partner_id, attempts, next_at, lease_until, leased_by)
       VALUES ($1, 'partner-1', $2, '-infinity', $3, 'killed')`,
      [deliveryId, attempts, new Date(leaseUntilMs)],
    );
  };
  const expireLease = async (deliveryId: string) => {
    await pool.query(`UPDATE lastro.webhook_attempts SET lease_until = now() WHERE delivery_id = $1`, [deliveryId]);
  };
  return { notify, replay, register, registerInOutbox, unregister, attemptsOf, abandon, expireLease };
}

export const typesOf = (recorded: readonly { readonly outcome: WebhookOutcomeEvent }[]) =>
  recorded.map(({ outcome }) => `${outcome.data.deliveryId} ${outcome.type} ${outcome.data.attempts}`).sort();
