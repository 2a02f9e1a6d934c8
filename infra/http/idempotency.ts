import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export type Claim =
  | { readonly kind: 'CLAIMED'; readonly lease: string }
  | { readonly kind: 'ANSWERED'; readonly answer: Answer }
  | { readonly kind: 'IN_PROGRESS' }
  | { readonly kind: 'REUSED' };

export interface IdempotencyKeys {
  /** Costs one round trip for a new key, two for a known one. */
  readonly claim: (scope: string, fingerprint: string) => Promise<Claim>;
  readonly renew: (scope: string, lease: string) => Promise<boolean>;
  readonly complete: (scope: string, lease: string, answer: Answer) => Promise<void>;
  readonly release: (scope: string, lease: string) => Promise<void>;
  readonly removeOld: () => Promise<number>;
}

export interface IdempotencyOptions {
  readonly leaseSeconds?: number;
  readonly keptHours?: number;
}

const LEASE_SECONDS = 30;
/** A day, and an hour for clock differences. */
const KEPT_HOURS = 25;
const REMOVAL_BATCH = 1_000;
const MAXIMUM_CLAIM_ATTEMPTS = 3;

/** The row of an unfinished request is a lease; after it, the same request may take over. Server's times. */
const CLAIM = `
  INSERT INTO lastro.idempotency_keys AS kept (scope, fingerprint, lease, leased_until)
  VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
  ON CONFLICT (scope) DO UPDATE SET lease = excluded.lease, leased_until = excluded.leased_until
    WHERE kept.status IS NULL AND kept.leased_until < clock_timestamp() AND kept.fingerprint = excluded.fingerprint
  RETURNING lease`;
const READ = 'SELECT fingerprint, status, body FROM lastro.idempotency_keys WHERE scope = $1';
const RENEW = `
  UPDATE lastro.idempotency_keys SET leased_until = clock_timestamp() + make_interval(secs => $3)
  WHERE scope = $1 AND lease = $2 AND status IS NULL`;
const COMPLETE = `
  UPDATE lastro.idempotency_keys SET status = $3, body = $4 WHERE scope = $1 AND lease = $2 AND status IS NULL`;
const RELEASE = 'DELETE FROM lastro.idempotency_keys WHERE scope = $1 AND lease = $2 AND status IS NULL';
const REMOVE_OLD = `
  DELETE FROM lastro.idempotency_keys WHERE scope IN (
    SELECT scope FROM lastro.idempotency_keys
    WHERE created_at < clock_timestamp() - make_interval(hours => $1)
      AND leased_until < clock_timestamp()
    LIMIT $2)`;

export function createIdempotencyKeys(pool: Pool, options: IdempotencyOptions = {}): IdempotencyKeys {
  const { leaseSeconds = LEASE_SECONDS, keptHours = KEPT_HOURS } = options;
  return {
    claim: (scope, fingerprint) => claim(pool, scope, fingerprint, leaseSeconds),
    renew: async (scope, lease) => (await pool.query(RENEW, [scope, lease, leaseSeconds])).rowCount === 1,
    complete: async (scope, lease, { status, body }) => {
      await pool.query(COMPLETE, [scope, lease, status, body]);
    },
    release: async (scope, lease) => {
      await pool.query(RELEASE, [scope, lease]);
    },
    removeOld: async () => (await pool.query(REMOVE_OLD, [keptHours, REMOVAL_BATCH])).rowCount ?? 0,
  };
}

async function claim(pool: Pool, scope: string, fingerprint: string, leaseSeconds: number): Promise<Claim> {
  for (let attempt = 0; attempt < MAXIMUM_CLAIM_ATTEMPTS; attempt += 1) {
    const lease = randomUUID();
    const claimed = await pool.query(CLAIM, [scope, fingerprint, lease, leaseSeconds]);
    if (claimed.rowCount === 1) return { kind: 'CLAIMED', lease };
    const kept = await pool.query<KeptRow>(READ, [scope]);
    const [row] = kept.rows;
    // No row: the key was released in between, and is free.
    if (row !== undefined) return verdictOn(row, fingerprint);
  }
  return { kind: 'IN_PROGRESS' };
}

interface KeptRow {
  readonly fingerprint: string;
  readonly status: number | null;
  readonly body: string | null;
}

function verdictOn(row: KeptRow, fingerprint: string): Claim {
  if (row.fingerprint !== fingerprint) return { kind: 'REUSED' };
  if (row.status === null || row.body === null) return { kind: 'IN_PROGRESS' };
  return { kind: 'ANSWERED', answer: { status: row.status, body: row.body } };
}
